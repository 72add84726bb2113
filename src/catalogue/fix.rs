//! Fixes of many products.

use alloc::vec::Vec;

use super::products::{Layout, ProductReader};
use super::run::{check_catalogue, check_catalogue_lines};
use crate::check::{Edits, Fixed, conflicting_ids, fixed, id_by_fix, read_draft, remove_id_fixes, run_rules};
use crate::options::{Options, Scope};
use crate::product::Input;
use crate::report::CatalogueReport;
use crate::rules::{Facts, Findings};

/// Applies all safe fixes to the text of a catalogue, an array of products, like [`fix_all`](crate::fix_all) does for a
/// single product. Uses the options `payment`, `limits` and `rules`.
///
/// ```
/// use renewal_rules::{Options, fix_catalogue};
///
/// let fixed = fix_catalogue(r#"[{"licence_term":"p1m"}, {"licence_term":"p6d"}]"#, &Options::default());
/// assert_eq!(fixed.text, r#"[{"licence_term":"P1M"}, {"licence_term":"P6D"}]"#);
/// ```
pub fn fix_catalogue<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    fixed(input.into(), options, &edits(Layout::Array), &|input, options| check_catalogue(input, options))
}

/// Applies all safe fixes to the text of a catalogue in newline-delimited JSON. Values and typed products, which have
/// no lines, are fixed as by [`fix_catalogue`].
pub fn fix_catalogue_lines<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    let input = input.into();
    let layout = if input.is_located() { Layout::Lines } else { Layout::Array };
    fixed(input, options, &edits(layout), &|input, options| check_catalogue_lines(input, options))
}

/// Returns a function that computes the edits of one round of fixes for a text in this layout. If fixes overlap, all
/// but one are left to a later round. The function returns `None` if the layout is `Array` and the text is not an
/// array.
fn edits(layout: Layout) -> impl Fn(&str, &Options) -> Option<Edits> {
    move |text, options| {
        let mut edits = Edits::default();
        let options = options.of_scope(Scope::Catalogue);
        let (mut existing, mut by_fix) = (Vec::new(), Vec::new());
        let mut products = ProductReader::new(text, layout);
        while let Some(product) = products.next_product().ok()? {
            let draft = read_draft(product.parsed(), &mut Findings::discarding());
            existing.extend(draft.id().valid());
            by_fix.extend(id_by_fix(&draft));
        }
        let conflicts = conflicting_ids(by_fix.into_iter(), existing.into_iter());
        let mut products = ProductReader::new(text, layout);
        while let Some(product) = products.next_product().ok()? {
            let mut found = Findings::in_catalogue(&options);
            let draft = read_draft(product.parsed(), &mut found);
            let mut checked = run_rules(Facts::new(draft, &options, None), found);
            if id_by_fix(&checked.facts.draft).is_some_and(|id| conflicts.contains(&id)) {
                remove_id_fixes(&mut checked.findings.listed.items);
            }
            edits.fix(checked, product.span.start);
        }
        Some(edits)
    }
}
