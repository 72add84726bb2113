//! Rule levels: the configured severity of each code.

use core::fmt;

use serde::{Serialize, Serializer};

use super::deserialize::OptionType;
use super::error::{Expected, OptionsError};
use super::table::{OptionNode, OptionValue, invalid, read_alone};
use crate::deserialize;
use crate::report::{Code, Level, Severity};

/// Levels configured by the caller, by code. A code without a level is reported with the severity of its
/// [rule](crate::Rule::severities). Codes that are switched off are not fixed either, and `valid` of a report is
/// computed from the configured severities.
///
/// ```
/// use renewal_rules::{Code, Level, Options, RuleLevels, check};
///
/// let rules = RuleLevels::default()
///     .with(Code::CurrencyFormat, Level::Error)?
///     .with(Code::EmptyText, Level::Off)?;
/// let options = Options::default().with_rules(rules);
/// let product = r#"{"name":"","variants":[{"vendor_code":"V1","sku":"S1",
///     "price":{"common":{"currency":"usd","price":"9.90"}}}]}"#;
/// let report = check(product, &options);
/// assert!(!report.valid);
/// assert_eq!(report.diagnostics.len(), 1);
/// # Ok::<(), renewal_rules::OptionsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleLevels([Option<Level>; Code::ALL.len()]);

impl Default for RuleLevels {
    fn default() -> Self {
        Self([None; Code::ALL.len()])
    }
}

impl fmt::Debug for RuleLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.configured()).finish()
    }
}

impl Serialize for RuleLevels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.configured())
    }
}

impl RuleLevels {
    /// Returns the levels with this level set for the code.
    ///
    /// # Errors
    ///
    /// Returns [`OptionsError::Invalid`] for [`Code::JsonSyntax`], whose level cannot be changed: input that is not
    /// JSON cannot be checked at all.
    pub fn with(mut self, code: Code, level: Level) -> Result<Self, OptionsError> {
        if code.rule().is_unreadable() {
            return Err(invalid(["rules.", code.as_str()].concat(), Expected::NoLevel));
        }
        if let Some(configured) = self.0.get_mut(code as usize) {
            *configured = Some(level);
        }
        Ok(self)
    }

    fn configured(&self) -> impl Iterator<Item = (Code, Level)> {
        Code::ALL.iter().filter_map(|code| Some((*code, self.get(*code)?)))
    }

    /// Returns the level configured for a code, if any.
    pub fn get(&self, code: Code) -> Option<Level> {
        self.0.get(code as usize).copied().flatten()
    }

    /// Returns the severity to report for a code whose rule reports `severity`, or `None` if the code is switched off.
    pub(crate) fn severity(&self, code: Code, severity: Severity) -> Option<Severity> {
        match self.get(code) {
            None => Some(severity),
            Some(Level::Off) => None,
            Some(Level::Info) => Some(Severity::Info),
            Some(Level::Warning) => Some(Severity::Warning),
            Some(Level::Error) => Some(Severity::Error),
        }
    }

    /// Removes the level of each code for which `is_protected` returns `true`, unless the level is [`Level::Error`], so that
    /// errors of these codes cannot be downgraded or switched off.
    #[must_use]
    pub fn with_errors_of(mut self, is_protected: fn(Code) -> bool) -> Self {
        for (level, code) in self.0.iter_mut().zip(Code::ALL) {
            if is_protected(*code) {
                *level = level.filter(|level| *level == Level::Error);
            }
        }
        self
    }
}

deserialize!(RuleLevels, |text| read_alone("rules", text));

impl OptionValue for RuleLevels {
    const TYPE: OptionType = OptionType::Members(|_| Level::TYPE);

    fn read(option: &OptionNode<'_>) -> Result<Self, OptionsError> {
        let all = option.members().ok_or_else(|| option.invalid(Expected::Levels))?;
        let mut levels = Self::default();
        for level in all {
            let name = &level.name;
            let code = name.parse::<Code>().map_err(|error| OptionsError::UnknownCode {
                suggestion: error.suggestion,
                code: name.clone().into_owned(),
            })?;
            levels = levels.with(code, Level::read(&level)?)?;
        }
        Ok(levels)
    }
}
