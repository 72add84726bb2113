//! Reads the arguments of a call.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// The arguments of a call by name. Errors never contain the value, which may be a secret.
pub(crate) struct Arguments<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Arguments<'a> {
    /// Reads the members of a JSON object.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }

    /// Rejects unknown arguments.
    pub(crate) fn check_names(&self, names: &[&str]) -> Result<(), String> {
        let mut given = self.0.keys();
        let Some(unknown) = given.find(|name| !names.contains(&name.as_str())) else { return Ok(()) };
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        Err(format!("there is no argument `{unknown}`; the arguments are {}", names.join(", ")))
    }

    /// Reads an optional argument.
    pub(crate) fn optional<T: serde::de::Deserialize<'a>>(&self, name: &str, what: &str) -> Result<Option<T>, String> {
        let wrong = |()| format!("`{name}` must be {what}");
        self.get(name).map_err(wrong)
    }

    /// Reads an argument with a default.
    pub(crate) fn or_default<T: serde::de::Deserialize<'a> + Default>(
        &self,
        name: &str,
        what: &str,
    ) -> Result<T, String> {
        Ok(self.optional(name, what)?.unwrap_or_default())
    }

    fn get<T: serde::de::Deserialize<'a>>(&self, name: &str) -> Result<Option<T>, ()> {
        match self.0.get(name).map(|raw| raw.get()) {
            None | Some("null") => Ok(None),
            Some(raw) => serde_json::from_str(raw).map(Some).map_err(drop),
        }
    }

    pub(crate) fn needed<T: serde::de::Deserialize<'a>>(&self, name: &str, what: &str) -> Result<T, String> {
        let value = self.get(name).ok().flatten();
        value.ok_or_else(|| format!("`{name}` must be {what}"))
    }

    pub(crate) fn text(&self, name: &str) -> Result<String, String> {
        self.needed(name, "a text")
    }

    pub(crate) fn status(&self) -> Result<u16, String> {
        self.needed("status", "the number of an HTTP status")
    }

    pub(crate) fn id(&self) -> Result<u64, String> {
        self.needed("id", "a whole number from 1 to 9007199254740991")
    }

    /// Reads a time, in seconds.
    pub(crate) fn time(&self, name: &str) -> Result<i64, String> {
        self.needed(name, "a date")
    }

    /// Reads JSON: a value, or a text that contains JSON.
    pub(crate) fn document(&self, name: &str) -> Result<String, String> {
        let raw = self.0.get(name).map(|raw| raw.get());
        let raw = raw.ok_or_else(|| format!("`{name}` is missing"))?;
        Ok(if raw.starts_with('"') { self.text(name)? } else { raw.to_owned() })
    }

    pub(crate) fn base(&self) -> Result<Option<String>, String> {
        self.optional("base", "a text")
    }
}
