//! Named parameters of a message, so that a caller can write the message in another language.

use alloc::borrow::{Cow, ToOwned};
use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::messages::{Param, fill};
use crate::product::{Payment, ProductId, RenewalKind};
use renewal_rules_json::{Document, JsonText, JsonType, NodeId, Tree, keywords};

/// Named parameters of a diagnostic's message: every value that the message shows, exactly as the message shows it.
///
/// ```
/// use renewal_rules::{Options, check};
///
/// let report = check(r#"{"licence_term":"p1m"}"#, &Options::default());
/// let params = &report.diagnostics[0].params;
/// assert_eq!(params.text("reason"), Some("lower-case"));
/// for (name, value) in params.iter() {
///     println!("{name} is {value:?}");
/// }
/// ```
#[derive(Clone, Debug, Default, Eq)]
pub struct Params(Vec<(Cow<'static, str>, Param)>);

impl Params {
    /// Iterates over the names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Param)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the parameter with this name.
    pub fn get(&self, name: &str) -> Option<&Param> {
        let mut values = self.iter();
        values.find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Returns the parameter with this name if it is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Some(Param::Text(text)) = self.get(name) { Some(text) } else { None }
    }

    /// Returns the parameter with this name if it is a number.
    pub fn number(&self, name: &str) -> Option<u64> {
        if let Some(Param::Number(number)) = self.get(name) { Some(*number) } else { None }
    }

    /// Returns the parameter with this name if it is a list of texts, otherwise an empty slice.
    pub fn list(&self, name: &str) -> &[String] {
        if let Some(Param::List(texts)) = self.get(name) { texts } else { &[] }
    }

    /// Returns the renewal kind that the diagnostic concerns, if any. A code can be reported several times at the same
    /// location, once for each kind.
    pub fn kind(&self) -> Option<RenewalKind> {
        self.text("kind")?.parse().ok()
    }

    pub(crate) fn add(&mut self, name: &'static str, value: Option<Param>) {
        self.0.extend(value.map(|value| (Cow::Borrowed(name), value)));
    }

    /// Sets a parameter: replaces the value if the name exists, otherwise appends the parameter.
    pub fn set(&mut self, name: &'static str, value: Param) {
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.add(name, Some(value)),
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(other, _)| other != name);
    }

    /// Fills a message template with these parameters.
    pub fn fill(&self, template: &str) -> String {
        fill(template, &|name| self.get(name).map(Cow::Borrowed))
    }

    /// Reads the parameters from a JSON object. Values of a type that no parameter of this version has are retained as
    /// raw JSON.
    fn read(document: Document<'_>, node: NodeId) -> Option<Self> {
        let text = |node| document.text(node).map(Cow::into_owned);
        let members = document.members(node)?;
        let values = members.map(|(name, node)| {
            let known = match document.kind(node) {
                JsonType::String => text(node).map(|text| Param::Text(text.into())),
                JsonType::Number => document.unsigned(node).map(Param::Number),
                JsonType::Array => document.children(node).map(text).collect::<Option<_>>().map(Param::List),
                _ => None,
            };
            let other = || Param::Other(JsonText::new(document.raw(node).to_owned()));
            (Cow::Owned(name.into_owned()), known.unwrap_or_else(other))
        });
        Some(Self(values.collect()))
    }
}

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = JsonText::deserialize(deserializer)?;
        let tree = Tree::parse(json.as_str()).ok();
        let params = tree.and_then(|tree| Self::read(tree.document(), 0));
        params.ok_or_else(|| D::Error::custom("the parameters must be an object"))
    }
}

impl PartialEq for Params {
    /// Compares names and values regardless of order, because a database that stores reports may reorder members.
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

keywords! {
    /// The type of a parameter.
    #[non_exhaustive]
    ParamType {
        /// A string.
        Text = "text",
        /// A non-negative integer.
        Number = "number",
        /// A list of texts.
        List = "list",
        /// A [`RenewalKind`].
        RenewalKind = "renewal-kind",
        /// A [`Payment`].
        Payment = "payment",
        /// A [`JsonType`].
        JsonType = "json-type",
    }
}

/// Description of a rule's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParamInfo {
    /// Name of the parameter in JSON.
    pub name: &'static str,
    /// Type of the parameter.
    pub kind: ParamType,
    /// True if the parameter can be absent.
    pub is_optional: bool,
    /// Meaning of the parameter, in a sentence.
    pub about: &'static str,
}

/// A type that can be converted to a message parameter.
pub(crate) trait AsParam {
    const KIND: ParamType;
    const IS_OPTIONAL: bool = false;

    fn into_param(self) -> Option<Param>;
}

macro_rules! as_param {
    ($($type:ty: $kind:ident = |$value:ident| $param:expr;)*) => {$(
        impl AsParam for $type {
            const KIND: ParamType = ParamType::$kind;

            fn into_param(self) -> Option<Param> {
                let $value = self;
                Some($param)
            }
        }
    )*};
}

as_param! {
    String: Text = |text| Param::Text(Cow::Owned(text));
    &'static str: Text = |text| Param::Text(Cow::Borrowed(text));
    u64: Number = |number| Param::Number(number);
    usize: Number = |number| Param::Number(number as u64);
    ProductId: Number = |id| Param::Number(id.get());
    RenewalKind: RenewalKind = |kind| Param::Text(Cow::Borrowed(kind.as_str()));
    Payment: Payment = |payment| Param::Text(Cow::Borrowed(payment.as_str()));
    JsonType: JsonType = |kind| Param::Text(Cow::Borrowed(kind.as_str()));
    Vec<String>: List = |texts| Param::List(texts);
}

impl<T: AsParam> AsParam for Option<T> {
    const KIND: ParamType = T::KIND;
    const IS_OPTIONAL: bool = true;

    fn into_param(self) -> Option<Param> {
        self?.into_param()
    }
}
