//! Minimum licence terms of the renewal kinds.

use super::deserialize::OptionType;
use super::error::{Expected, OptionsError};
use super::table::{OptionNode, OptionValue, Scope, read_alone, read_each};
use crate::options;
use crate::product::{Payment, RenewalKind};

options! {
    /// The minimum licence terms, in days (§8). The service's Support can change the minimums of Email renewal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    derive(Default) pub struct Limits {
        /// The minimum for auto renewal, in days; 6 by default.
        pub ar_min_days "arMinDays": u32 = 6 => with_ar_min_days(u32);
        /// The minimum for Email renewal with online payment methods, in days; 4 by default.
        pub email_online_min_days "emailOnlineMinDays": u32 = 4 => with_email_online_min_days(u32);
        /// The minimum for Email renewal with offline payment methods, in days; 11 by default.
        pub email_offline_min_days "emailOfflineMinDays": u32 = 11 => with_email_offline_min_days(u32);
        /// The minimum for pre-filled manual renewal with online payment methods, in days. The interface document gives
        /// no default, so the minimum is unset unless the caller sets it.
        pub pmr_online_min_days "pmrOnlineMinDays": Option<u32>
            => with_pmr_online_min_days(impl Into<Option<u32>>);
        /// The minimum for pre-filled manual renewal with offline payment methods, in days; unset by default.
        pub pmr_offline_min_days "pmrOfflineMinDays": Option<u32>
            => with_pmr_offline_min_days(impl Into<Option<u32>>);
    }
}

impl OptionValue for Limits {
    const TYPE: OptionType = Self::TYPE;

    fn read(option: &OptionNode<'_>) -> Result<Self, OptionsError> {
        let all = option.members().ok_or_else(|| option.invalid(Expected::Limits))?;
        read_each(all, Self::ROWS, Scope::Any, Self::default())
    }
}

impl Limits {
    fn from_json(text: &str) -> Result<Self, OptionsError> {
        read_alone("limits", text)
    }

    /// Returns the minimum term of a renewal kind with a payment method, in days; `None` if it is an unset minimum of
    /// PMR.
    pub const fn minimum(&self, kind: RenewalKind, payment: Payment) -> Option<u32> {
        match (kind, payment) {
            (RenewalKind::Ar, _) => Some(self.ar_min_days),
            (RenewalKind::Pmr, Payment::Online) => self.pmr_online_min_days,
            (RenewalKind::Pmr, Payment::Offline) => self.pmr_offline_min_days,
            (RenewalKind::Email, Payment::Online) => Some(self.email_online_min_days),
            (RenewalKind::Email, Payment::Offline) => Some(self.email_offline_min_days),
        }
    }
}

/// Returns the name of the option that sets the minimum term of PMR with this payment method.
pub(crate) const fn pmr_limit(payment: Payment) -> &'static str {
    match payment {
        Payment::Online => "limits.pmrOnlineMinDays",
        Payment::Offline => "limits.pmrOfflineMinDays",
    }
}
