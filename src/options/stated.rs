//! Options as they are read from JSON: each by its name, each with what belongs there.

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
};
use core::str::FromStr;

use super::error::{Expected, OptionsError};
use crate::{
    document::{Document, JsonType, NodeId, Tree},
    product::ProductId,
    text::{WordError, list},
};

/// Options that are stated one after the other, each by a call that gives the options back.
macro_rules! setters {
    ($($set:ident($field:ident: $type:ty);)*) => {$(
        #[doc = concat!("States [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $set(mut self, $field: $type) -> Self {
            self.$field = $field.into();
            self
        }
    )*};
}
pub(crate) use setters;

/// The text of options as a tree; empty text means none.
pub(crate) fn parse(text: &str) -> Result<Tree<'_>, OptionsError> {
    let text = if text.is_empty() { "{}" } else { text };
    Tree::parse(text).map_err(|_| OptionsError::NotAnObject)
}

/// What an object states, option by option.
pub(crate) fn stated(
    document: Document<'_>,
) -> Result<impl Iterator<Item = Stated<'_>>, OptionsError> {
    Stated::of(document, 0, Cow::Borrowed("")).ok_or(OptionsError::NotAnObject)
}

/// An option that is stated, or a member of one.
pub(crate) struct Stated<'t> {
    pub(crate) name: Cow<'t, str>,
    /// The option that it is within, by its path; empty for none.
    around: Cow<'t, str>,
    document: Document<'t>,
    node: NodeId,
}

impl<'t> Stated<'t> {
    fn of(
        document: Document<'t>,
        node: NodeId,
        around: Cow<'t, str>,
    ) -> Option<impl Iterator<Item = Self>> {
        let members = document.members(node)?;
        Some(members.map(move |(name, node)| Self {
            around: around.clone(),
            name,
            document,
            node,
        }))
    }

    /// The text of the product that the option is.
    pub(crate) fn product(&self) -> Result<&'t str, OptionsError> {
        let is_object = self.document.kind(self.node) == JsonType::Object;
        let text = is_object.then(|| self.document.raw(self.node));
        text.ok_or_else(|| self.invalid(Expected::Product))
    }

    pub(crate) fn members(
        &self,
        expected: Expected,
    ) -> Result<impl Iterator<Item = Self>, OptionsError> {
        let around = if self.around.is_empty() {
            self.name.clone()
        } else {
            Cow::Owned(self.path())
        };
        Self::of(self.document, self.node, around).ok_or_else(|| self.invalid(expected))
    }

    /// Which one of those that there are. Each caller looks at every one of them: an option that is
    /// known and then forgotten does not compile.
    pub(crate) fn known<T: Copy + FromStr + Into<&'static str>>(
        &self,
        all: &[T],
        takes: impl Fn(T) -> bool,
    ) -> Result<T, OptionsError> {
        let name = self.name.parse().ok();
        let known = all.iter().copied().filter(|name| takes(*name));
        name.filter(|name| takes(*name))
            .ok_or_else(|| OptionsError::Unknown {
                name: self.path(),
                known: list(&mut known.map(Into::into)),
            })
    }

    /// The name with those of the options that it is within, as errors write it.
    fn path(&self) -> String {
        let dot = if self.around.is_empty() { "" } else { "." };
        [&*self.around, dot, &self.name].concat()
    }

    pub(crate) fn text(&self) -> Option<Cow<'t, str>> {
        self.document.text(self.node)
    }

    pub(crate) fn boolean(&self) -> Result<bool, OptionsError> {
        let value = self.document.boolean(self.node);
        value.ok_or_else(|| self.invalid(Expected::Boolean))
    }

    pub(crate) fn word<T: FromStr<Err = WordError>>(&self) -> Result<T, OptionsError> {
        let text = self.text();
        let word = text.as_deref().unwrap_or_default();
        word.parse()
            .map_err(|error: WordError| self.invalid(Expected::OneOf(error.known)))
    }

    pub(crate) fn count(&self) -> Result<u32, OptionsError> {
        let number = self.document.whole(self.node);
        let count = number.and_then(|number| u32::try_from(number).ok());
        count.ok_or_else(|| self.invalid(Expected::Count))
    }

    pub(crate) fn product_id(&self) -> Result<ProductId, OptionsError> {
        let id = self.document.product_id(self.node);
        id.ok_or_else(|| self.invalid(Expected::ProductId))
    }

    pub(crate) fn invalid(&self, expected: Expected) -> OptionsError {
        invalid(&self.path(), expected)
    }
}

pub(crate) fn invalid(name: &str, expected: Expected) -> OptionsError {
    OptionsError::Invalid {
        name: name.to_owned(),
        expected,
    }
}
