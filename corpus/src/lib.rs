#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// A group of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name of the group, such as `chain`.
    pub name: &'static str,
    /// The cases: one JSON object per line.
    pub cases: &'static str,
}

macro_rules! groups {
    ($($name:literal),*) => {
        /// All groups. A case of the first eight groups needs only the rules of its own group and of earlier groups.
        ///
        /// ```
        /// let chain = renewal_rules_corpus::GROUPS.iter().find(|group| group.name == "chain");
        /// assert!(chain.is_some_and(|chain| chain.cases.lines().count() > 100));
        /// ```
        pub const GROUPS: &[Group] =
            &[$( Group { name: $name, cases: include_str!(concat!("../cases/", $name, ".jsonl")) } ),*];
    };
}

groups!(
    "reading",
    "chain",
    "terms",
    "kinds",
    "trial",
    "role",
    "update",
    "catalogue",
    "decision",
    "setup",
    "fix",
    "timeline"
);
