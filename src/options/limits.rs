//! The minimum terms of the renewal kinds.

use serde::Serialize;

use super::{
    error::{Expected, OptionsError},
    stated::{Stated, setters},
};
use crate::{
    product::{Payment, RenewalKind},
    text::words,
};

/// The minimum licence terms, in days (§8). Support can change those of Email renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Limits {
    /// The minimum for auto renewal; 6 by default.
    pub ar_min_days: u32,
    /// The minimum for Email renewal with online payment methods; 4 by default.
    pub email_online_min_days: u32,
    /// The minimum for Email renewal with offline payment methods; 11 by default.
    pub email_offline_min_days: u32,
    /// The minimum for pre-filled manual renewal with online payment methods. The document does not
    /// show its default, so there is none until the caller states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmr_online_min_days: Option<u32>,
    /// The minimum for pre-filled manual renewal with offline payment methods; none until the
    /// caller states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmr_offline_min_days: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            ar_min_days: 6,
            email_online_min_days: 4,
            email_offline_min_days: 11,
            pmr_online_min_days: None,
            pmr_offline_min_days: None,
        }
    }
}

impl Limits {
    setters! {
        with_ar_min_days(ar_min_days: u32);
        with_email_online_min_days(email_online_min_days: u32);
        with_email_offline_min_days(email_offline_min_days: u32);
        with_pmr_online_min_days(pmr_online_min_days: impl Into<Option<u32>>);
        with_pmr_offline_min_days(pmr_offline_min_days: impl Into<Option<u32>>);
    }

    pub(crate) fn read(option: &Stated<'_>) -> Result<Self, OptionsError> {
        let mut limits = Self::default();
        for limit in option.members(Expected::Limits)? {
            match limit.known(LimitName::ALL, |_| true)? {
                LimitName::Ar => limits.ar_min_days = limit.count()?,
                LimitName::EmailOnline => limits.email_online_min_days = limit.count()?,
                LimitName::EmailOffline => limits.email_offline_min_days = limit.count()?,
                LimitName::PmrOnline => limits.pmr_online_min_days = Some(limit.count()?),
                LimitName::PmrOffline => limits.pmr_offline_min_days = Some(limit.count()?),
            }
        }
        Ok(limits)
    }

    /// The minimum of a kind in days with this payment method, where it is known.
    pub(crate) const fn minimum(&self, kind: RenewalKind, payment: Payment) -> Option<u32> {
        match (kind, payment) {
            (RenewalKind::Ar, _) => Some(self.ar_min_days),
            (RenewalKind::Pmr, Payment::Online) => self.pmr_online_min_days,
            (RenewalKind::Pmr, Payment::Offline) => self.pmr_offline_min_days,
            (RenewalKind::Email, Payment::Online) => Some(self.email_online_min_days),
            (RenewalKind::Email, Payment::Offline) => Some(self.email_offline_min_days),
        }
    }
}

/// The option that states PMR's minimum with this payment method.
pub(crate) const fn pmr_limit(payment: Payment) -> &'static str {
    match payment {
        Payment::Online => "limits.pmrOnlineMinDays",
        Payment::Offline => "limits.pmrOfflineMinDays",
    }
}

words! {
    /// The minimum terms.
    LimitName {
        Ar = "arMinDays",
        EmailOnline = "emailOnlineMinDays",
        EmailOffline = "emailOfflineMinDays",
        PmrOnline = "pmrOnlineMinDays",
        PmrOffline = "pmrOfflineMinDays",
    }
}
