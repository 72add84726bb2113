//! Types of JSON values.

use crate::keywords;

keywords! {
    /// Type of a JSON value. The keywords are those of JSON Schema.
    JsonType {
        /// `null`.
        Null = "null",
        /// `true` or `false`.
        Boolean = "boolean",
        /// A number without a fraction (only used as an expected type).
        Integer = "integer",
        /// Any number (only used as an actual type).
        Number = "number",
        /// A string.
        String = "string",
        /// An array.
        Array = "array",
        /// An object.
        Object = "object",
    }
}
