//! Serde deserializer for a node of a parsed document. A number must be a non-negative integer that fits `u64`, unless
//! the target is raw JSON text. `Option` (except for `null`) and derived enums are not supported.

use alloc::string::String;
use core::iter::once;

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Error as _, IntoDeserializer, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::json_type::JsonType;
use super::node::NodeId;
use super::tree::Document;
use crate::RAW_VALUE;

/// Deserializer for one node.
#[derive(Clone, Copy)]
pub struct NodeDeserializer<'d> {
    /// Document that contains the node.
    pub document: Document<'d>,
    /// Node to deserialize.
    pub node: NodeId,
}

impl<'de> IntoDeserializer<'de> for NodeDeserializer<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for NodeDeserializer<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Self { document, node } = self;
        match document.kind(node) {
            JsonType::Null => visitor.visit_unit(),
            JsonType::Boolean => visitor.visit_bool(document.boolean(node) == Some(true)),
            JsonType::Number | JsonType::Integer => match document.unsigned(node) {
                Some(number) => visitor.visit_u64(number),
                None => Err(Error::custom("this is not a whole number from 0")),
            },
            JsonType::String => match document.text(node) {
                Some(text) => visitor.visit_str(&text),
                None => Err(Error::custom("the nodes belong to another text")),
            },
            JsonType::Array => {
                let elements = document.children(node).map(|node| Self { document, node });
                visitor.visit_seq(SeqDeserializer::new(elements))
            }
            JsonType::Object => {
                let members = document.members(node).into_iter().flatten();
                let members = members.map(|(name, node)| (name, Self { document, node }));
                visitor.visit_map(MapDeserializer::new(members))
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        if name == RAW_VALUE {
            let raw = String::from(self.document.raw(self.node));
            return visitor.visit_map(MapDeserializer::new(once((RAW_VALUE, raw))));
        }
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
