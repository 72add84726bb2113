//! What a message is made of: names and values, so that a caller can word it in another language.

use alloc::borrow::{Cow, ToOwned};
use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::messages::{Param, fill};
use crate::product::{Payment, ProductId, RenewalKind};
use renewal_rules_json::{Document, JsonType, NodeId, Tree};
use renewal_rules_json::{Json, JsonText, push_number, words};

/// What the message of a diagnostic is made of: every value that it shows, as it shows it, by name.
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
    /// Their names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Param)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&Param> {
        let mut values = self.iter();
        values.find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// The text of this name.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Some(Param::Text(text)) = self.get(name) { Some(text) } else { None }
    }

    /// The number of this name.
    pub fn number(&self, name: &str) -> Option<u64> {
        if let Some(Param::Number(number)) = self.get(name) { Some(*number) } else { None }
    }

    /// The texts of this name; none where there is no such list.
    pub fn list(&self, name: &str) -> &[String] {
        if let Some(Param::List(texts)) = self.get(name) { texts } else { &[] }
    }

    /// The renewal kind that it is about: of one code there may be one for each kind at one place.
    pub fn kind(&self) -> Option<RenewalKind> {
        self.text("kind")?.parse().ok()
    }

    pub(crate) fn add(&mut self, name: &'static str, value: Option<Param>) {
        self.0.extend(value.map(|value| (Cow::Borrowed(name), value)));
    }

    /// Sets a value: replaces that of the same name, or else adds it at the end.
    #[doc(hidden)]
    pub fn set(&mut self, name: &'static str, value: Param) {
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.add(name, Some(value)),
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(other, _)| other != name);
    }

    /// The message that they make with a template.
    #[doc(hidden)]
    pub fn fill(&self, template: &str) -> String {
        fill(template, &|name| self.get(name).map(Cow::Borrowed))
    }

    /// Reads an object. Values of types that no parameter of this version has are retained as they are written.
    fn read(document: Document<'_>, node: NodeId) -> Option<Self> {
        let text = |node| document.text(node).map(Cow::into_owned);
        let members = document.members(node)?;
        let values = members.map(|(name, node)| {
            let known = match document.kind(node) {
                JsonType::String => text(node).map(|text| Param::Text(text.into())),
                JsonType::Number => document.whole(node).map(Param::Number),
                JsonType::Array => document.children(node).map(text).collect::<Option<_>>().map(Param::List),
                _ => None,
            };
            let other = || Param::Other(JsonText::written(document.raw(node).to_owned()));
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
    /// Whether they have the same names and values: a store may keep them in another order.
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Json for Params {
    fn write(&self, json: &mut String) {
        json.push('{');
        for (index, (name, value)) in self.0.iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            name.write(json);
            json.push(':');
            match value {
                Param::Text(text) => text.write(json),
                Param::Number(number) => push_number(json, *number),
                Param::List(texts) => texts.write(json),
                Param::Other(value) => value.write(json),
            }
        }
        json.push('}');
    }
}

words! {
    /// The type of a parameter.
    #[non_exhaustive]
    ParamType {
        /// Text.
        Text = "text",
        /// A whole number from 0.
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

/// What is known about a parameter of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParamInfo {
    /// Its name in JSON.
    pub name: &'static str,
    /// Its type.
    pub kind: ParamType,
    /// Whether it can be absent.
    pub is_optional: bool,
    /// What it means.
    pub about: &'static str,
}

/// What can be a parameter.
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
