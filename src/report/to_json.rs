//! JSON text of reports and decisions, written by hand.

macro_rules! to_json {
    ($($type:ty: |$this:ident| $length:expr;)*) => {$(
        impl $type {
            /// Returns the same JSON text as `serde_json::to_string`, but takes less time and code.
            ///
            /// ```
            /// use renewal_rules::{Options, check};
            ///
            /// let report = check(r#"{"id":0}"#, &Options::default());
            /// assert_eq!(report.to_json(), serde_json::to_string(&report)?);
            /// # Ok::<(), serde_json::Error>(())
            /// ```
            #[must_use]
            pub fn to_json(&self) -> alloc::string::String {
                let $this = self;
                let mut json = alloc::string::String::with_capacity($length);
                renewal_rules_json::WriteJson::write(self, &mut json);
                json
            }
        }
    )*};
}
pub(crate) use to_json;
