//! Catalogues: reading, checking and fixing many products, lookup by id, and the buyer's view of a product.

mod contents;
mod entries;
mod fix;
mod identity;
mod products;
mod record;
pub(crate) mod run;
mod stream;

pub use crate::rules::Parsed;
pub(crate) use contents::layout_of_products;
pub use contents::{Contents, contents, products};
pub use entries::{ProductEntry, Products, TimelineError, products_text};
pub use fix::{fix_catalogue, fix_catalogue_lines};
pub use identity::Identities;
pub use products::{Layout, NotAnArray, ProductReader, ProductText};
pub use record::{Priced, Record, ShownPrice, ShownVariant};
pub use run::{CatalogueCheck, check_catalogue, check_catalogue_lines};
pub use stream::check_catalogue_lines_from;
