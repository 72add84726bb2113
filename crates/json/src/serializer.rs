//! Serializes a value as JSON text, together with the nodes of the text.

use alloc::{string::String, vec::Vec};
use core::fmt::{Display, Error, Write as _};

use serde::ser::{Impossible, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Number;

use super::escape::{push_number, quote_json};
use super::json_type::JsonType;
use super::known_field::KnownField;
use super::node::{NONE, Nodes, ValueContext};
use super::parser::{OpenContainer, Parser};

/// Serializes a value as JSON text, with the nodes that [`parse`](crate::parse) would write for this text and the known
/// field `field`. Quicker than parsing the text afterwards.
///
/// # Errors
///
/// Returns an error if the value contains other types than those of [`serde_json::Value`], such as structs, if it
/// contains exact text ([`JsonText`](crate::JsonText), or numbers with the feature `arbitrary_precision` of
/// `serde_json`), or if the text is longer than 4 GiB.
///
/// ```
/// use renewal_rules_json::{Document, serialize};
///
/// let (text, nodes) = serialize(&serde_json::json!({ "price": 9.5 }), ())?;
/// let document = Document::new(&text, &nodes);
/// assert_eq!((&*text, document.member(0, "price")), (r#"{"price":9.5}"#, Some(2)));
/// # Ok::<(), core::fmt::Error>(())
/// ```
pub fn serialize<T: Serialize, F: KnownField>(value: &T, field: F) -> Result<(String, Nodes), Error> {
    let mut serializer = NodeSerializer {
        // Suffices for most products.
        text: String::with_capacity(1024),
        nodes: Vec::with_capacity(96),
        context: ValueContext { field, is_member: false },
        open: OpenContainer::new(NONE, JsonType::Null, F::UNKNOWN),
        likely: F::UNKNOWN,
        is_key: false,
    };
    value.serialize(&mut serializer)?;
    // Offsets are stored in 32 bits.
    u32::try_from(serializer.text.len()).map_err(|_| Error)?;
    Ok((serializer.text, serializer.nodes))
}

/// Serializer that appends the text and the nodes of each value.
struct NodeSerializer<F> {
    text: String,
    nodes: Nodes,
    /// Context of the next value.
    context: ValueContext<F>,
    open: OpenContainer<F>,
    /// Predicted field of the next key.
    likely: F,
    /// `true` if the next string is a key, which has no node.
    is_key: bool,
}

impl<F: KnownField> NodeSerializer<F> {
    const fn parser(&mut self) -> Parser<'_, '_> {
        Parser { text: self.text.as_bytes(), nodes: &mut self.nodes }
    }

    /// Pushes the node of a value whose text begins at byte `start`. `is_escaped` is only used for strings.
    fn push(&mut self, kind: JsonType, is_escaped: bool, start: usize) {
        let (context, end) = (self.context, self.text.len());
        self.parser().push(context, kind, is_escaped, start, end);
    }

    fn literal(&mut self, kind: JsonType, literal: &str) {
        let start = self.text.len();
        self.text.push_str(literal);
        self.push(kind, false, start);
    }

    fn number(&mut self, number: impl Display) -> Result<(), Error> {
        let start = self.text.len();
        write!(self.text, "{number}")?;
        self.push(JsonType::Number, false, start);
        Ok(())
    }

    fn key(&mut self, name: &str) {
        let (object, likely) = (self.open, self.likely);
        let field = if likely != F::UNKNOWN && likely.key() == name {
            likely
        } else if object.field != F::UNKNOWN {
            self.parser().field(object, likely, name.as_bytes())
        } else {
            F::UNKNOWN
        };
        self.separate();
        if field == F::UNKNOWN || field.has_dynamic_key() {
            quote_json(&mut self.text, name);
            self.text.push(':');
        } else {
            self.likely = field.next_sibling();
            self.text.push('"');
            self.text.push_str(name);
            self.text.push_str("\":");
        }
        self.context = ValueContext { field, is_member: true };
        self.is_key = false;
    }

    fn open(&mut self, bracket: char) -> &mut Self {
        let (start, context, parent) = (self.text.len(), self.context, self.open.id);
        self.text.push(bracket);
        self.open = self.parser().open(context, bracket as u8, start, parent);
        self.likely = self.open.field.first_child();
        self
    }

    fn close(&mut self) {
        let container = self.open;
        self.text.push(container.end().into());
        let end = self.text.len();
        self.open = self.parser().close(container.id, end);
        self.likely = container.field.next_sibling();
    }

    /// Separates a member or an element from the one before it.
    fn separate(&mut self) {
        // Only after the opening bracket is there no such member: a value ends with another character.
        if !matches!(self.text.as_bytes().last(), Some(b'{' | b'[')) {
            self.text.push(',');
        }
    }
}

impl<F: KnownField> SerializeSeq for &mut NodeSerializer<F> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        self.separate();
        self.context = ValueContext { field: self.open.field.first_child(), is_member: false };
        element.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl<F: KnownField> SerializeMap for &mut NodeSerializer<F> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.is_key = true;
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty;)*) => {$(
        fn $method(self, number: $type) -> Result<(), Error> {
            self.number(number)
        }
    )*};
}

/// Refuses the types that JSON values do not have.
macro_rules! refuse {
    ($($method:ident $(<$value:ident>)? ($($argument:ty),*) $(-> $compound:ty)?;)*) => {$(
        fn $method $(<$value: Serialize + ?Sized>)? (self, $(_: $argument),*) -> Result<refuse!(@ $($compound)?), Error> {
            Err(Error)
        }
    )*};
    (@) => { () };
    (@ $compound:ty) => { $compound };
}

impl<F: KnownField> Serializer for &mut NodeSerializer<F> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeMap = Self;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_bool(self, on: bool) -> Result<(), Error> {
        self.literal(JsonType::Boolean, if on { "true" } else { "false" });
        Ok(())
    }

    numbers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
    }

    fn serialize_u64(self, number: u64) -> Result<(), Error> {
        let start = self.text.len();
        push_number(&mut self.text, number);
        self.push(JsonType::Number, false, start);
        Ok(())
    }

    fn serialize_f64(self, number: f64) -> Result<(), Error> {
        match Number::from_f64(number) {
            Some(number) => self.number(number),
            None => self.serialize_unit(),
        }
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        if self.is_key {
            self.key(text);
            return Ok(());
        }
        let start = self.text.len();
        quote_json(&mut self.text, text);
        let is_escaped = self.text.len() - start > text.len() + 2;
        self.push(JsonType::String, is_escaped, start);
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.literal(JsonType::Null, "null");
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self.open('['))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self.open('{'))
    }

    refuse! {
        serialize_f32(f32);
        serialize_char(char);
        serialize_bytes(&[u8]);
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
        serialize_newtype_variant<T>(&'static str, u32, &'static str, &T);
        serialize_tuple(usize) -> Impossible<(), Error>;
        serialize_tuple_struct(&'static str, usize) -> Impossible<(), Error>;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Impossible<(), Error>;
        serialize_struct(&'static str, usize) -> Impossible<(), Error>;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Impossible<(), Error>;
    }
}
