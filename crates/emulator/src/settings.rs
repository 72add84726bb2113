use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU16;
use std::{path::PathBuf, time::Duration};

use renewal_rules_service::Credentials;

use crate::{Failure, Seed};

/// Defines the settings with their defaults, and a method for each that sets it.
macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $default:expr => $with:ident;)*) => {
        /// Settings of an [`Emulator`](crate::Emulator).
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct Settings {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl Settings {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
                #[must_use]
                pub fn $with(mut self, value: impl Into<$type>) -> Self {
                    self.$field = value.into();
                    self
                }
            )*
        }
    };
}

settings! {
    /// Address to listen on. By default 127.0.0.1 and any free port.
    address: SocketAddr = (Ipv4Addr::LOCALHOST, 0).into() => with_address;
    /// Accounts that can log in, besides those of the seed. If there are none at all, `emulator` with the
    /// password `emulator`.
    accounts: Vec<Credentials> = Vec::new() => with_accounts;
    /// Header in which a request presents its token, with the placeholder `{token}` in its value; `None`
    /// if requests need no token. By default `Authorization: Bearer {token}`, which is an assumption.
    token_header: Option<String> = Some("Authorization: Bearer {token}".to_owned()) => with_token_header;
    /// Accepts products with errors.
    lenient: bool = false => with_lenient;
    /// Products, accounts and clock at the start, and after a reset. The products and the clock of a store
    /// that already exists remain as they are.
    seed: Seed = Seed::default() => with_seed;
    /// Scripted failures at the start, and after a reset.
    failures: Vec<Failure> = Vec::new() => with_failures;
    /// File that stores the state. By default the state is in memory only.
    store: Option<PathBuf> = None => with_store;
    /// Maximum number of requests in the journal, which discards the oldest ones. By default 1000.
    journal_limit: usize = 1000 => with_journal_limit;
    /// Prints a line for each request to standard error.
    log: bool = false => with_log;
    /// Maximum number of concurrent connections; further clients wait. By default 512.
    connections: NonZeroU16 = NonZeroU16::MIN.saturating_add(511) => with_connections;
    /// Maximum time to send the head of a request, and again to send its body. By default 10 seconds.
    time_to_send: Duration = Duration::from_secs(10) => with_time_to_send;
    /// Token that calls of the admin API must send, as `Authorization: Bearer`. Without a token, the admin
    /// API is available only if `address` is a loopback address.
    admin_token: Option<String> = None => with_admin_token;
    /// Origins whose pages may call the emulator, such as `http://localhost:5173`. By default none.
    cors: Vec<String> = Vec::new() => with_cors;
}
