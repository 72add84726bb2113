//! Many products: how they are written, what is wrong with them together, and what a buyer sees of each.

pub(crate) mod contents;
mod entries;
mod fix;
mod identity;
pub(crate) mod products;
mod record;
pub(crate) mod run;
pub(crate) mod stream;

pub use crate::rules::Parsed;
pub use contents::{Contents, contents, products};
pub use entries::{ProductEntry, Products, TimelineError, set_up};
pub use fix::{fix_catalogue, fix_catalogue_lines};
pub use identity::Identities;
pub use products::{Layout, Line, each_product, lines, lines_of};
pub use record::{Priced, Record, ShownPrice, ShownVariant};
pub use run::{CatalogueCheck, check_catalogue, check_catalogue_lines};
pub use stream::check_catalogue_lines_from;
