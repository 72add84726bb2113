//! Pipeline from an input to a report, a fix or a decision.

mod catalogue;
mod check;
mod decision;
mod edits;
mod fix;
mod guard;
mod identity;
mod read;
mod translation;
mod wording;

pub use catalogue::contents::{Contents, contents, products};
#[cfg(feature = "tools")]
pub use catalogue::open::{OpenText, TextEdit};
pub use catalogue::run::{CatalogueCheck, check_catalogue, check_catalogue_lines};
pub(crate) use catalogue::{contents::each_of_set_up, run::check_documents};
pub use catalogue::{products::Layout, stream::check_catalogue_lines_from};
pub(crate) use check::{CheckedProduct, check_product, run_rules};
pub use check::{check, read};
pub use decision::{Considered, Decision, Outcome, Rejection, Undecided, article, cart_comment, effective_kind};
pub(crate) use decision::{choose_article, purchase};
pub use fix::{Fixed, fix_all, fix_catalogue, fix_catalogue_lines};
pub(crate) use guard::changes_trial;
pub use identity::Identities;
pub(crate) use read::{Source, read_draft};
pub use translation::{Messages, MessagesError, RUSSIAN};
pub(crate) use wording::{Found, diagnostic, key_in, list_places};
