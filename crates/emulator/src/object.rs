use serde::de::{Deserialize, Deserializer, IntoDeserializer as _, Visitor};
use serde::forward_to_deserialize_any;

/// Deserializer that accepts only objects. Derived implementations of a struct also accept an array with the values of
/// its fields.
pub(crate) struct ObjectDeserializer<D>(pub(crate) D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectDeserializer<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Deserializes a keyword from a string only. Derived implementations of an enum also accept `{"keyword":null}`.
pub(crate) fn deserialize_keyword<'de, T, D>(input: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let keyword = Option::<String>::deserialize(input)?;
    keyword.map(|keyword| T::deserialize(keyword.into_deserializer())).transpose()
}

/// Implements `Deserialize` for structs, from objects only. A struct derives its functions with
/// `#[serde(remote = "Self")]`, which does not implement the traits.
macro_rules! deserialize_objects {
    ($($type:ty),*) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                <$type>::deserialize($crate::object::ObjectDeserializer(input))
            }
        }
    )*};
}

/// Implements `Serialize` for structs that derive it with `#[serde(remote = "Self")]`.
macro_rules! serialize_objects {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
                <$type>::serialize(self, output)
            }
        }
    )*};
}

pub(crate) use {deserialize_objects, serialize_objects};
