//! How bad something is, and how the caller has it reported.

use crate::text::words;

words! {
    /// How a code is reported, where the caller states it.
    Level {
        /// Not at all.
        Off = "off",
        /// Something to know of.
        Info = "info",
        /// A warning.
        Warning = "warning",
        /// An error: the report is not valid.
        Error = "error",
    }
}

words! {
    /// How bad a diagnostic is.
    #[derive(PartialOrd, Ord)]
    Severity {
        /// The service's rules forbid it, or the renewal cannot work.
        Error = "error",
        /// It is allowed, but it has no effect or is very likely a slip.
        Warning = "warning",
        /// Something could not be checked; what is missing is named.
        Info = "info",
    }
}
