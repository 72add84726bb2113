//! Sniffs whether a file contains products, and in which layout; also works on invalid JSON.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::products::{Layout, Lines, ProductReader, ProductText};
use crate::messages::distance;
use crate::schema::{Field, FieldSet, FieldTree as _};
use renewal_rules_json::text_start;
use renewal_rules_json::{Document, NodeId, Nodes, is_space, is_utf16, parse, parse_next};

/// Result of sniffing a file: the layout of its text, and whether the text contains products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Contents {
    /// Layout of the file: a single product, an array of products, or one product per line. Set for any file, with or
    /// without products.
    pub layout: Layout,
    /// `true` if the file has members that only products have, even with typos: `licence_term`, `renew_settings`, a
    /// comment in `localization_values`, or a variant with `vendor_code` or `price.common`. Other members of a product,
    /// such as `id` and `name`, occur in many kinds of files.
    pub has_products: bool,
    /// `true` if the file is a setup, from which products are made: it has the member `initiator` and no field of a
    /// product.
    pub is_setup: bool,
}

/// Paths that only products have.
const PRODUCT_PATHS: [&[Field]; 6] = [
    &[Field::LicenceTerm],
    &[Field::Settings],
    &[Field::Locales, Field::Locale, Field::CommentAr],
    &[Field::Locales, Field::Locale, Field::CommentMr],
    &[Field::Variants, Field::Variant, Field::VendorCode],
    &[Field::Variants, Field::Variant, Field::Price, Field::Common],
];

/// Sniffs whether a file in UTF-8 or UTF-16 contains products, and in which layout. Set `is_lines` if the file's name
/// implies newline-delimited JSON (one product per line), to prefer this layout if the text fits several.
///
/// ```
/// use renewal_rules::{Layout, contents};
///
/// let product = contents(br#"{"id":101,"licence_term":"P1M"}"#, false);
/// assert_eq!((product.layout, product.has_products), (Layout::Product, true));
/// assert_eq!(contents(b"{\"id\":1}\n{\"id\":2}\n", false).layout, Layout::Lines);
/// assert!(!contents(br#"{"id":"17","name":"Ann"}"#, false).has_products);
/// ```
pub fn contents(bytes: &[u8], is_lines: bool) -> Contents {
    let text = decode(bytes);
    let mut nodes = Nodes::new();
    let layout = layout(&text, is_lines, &mut nodes);
    let document = Document::new(&text, &nodes);
    let is_setup = layout == Layout::Product && is_setup(document);
    Contents { layout, is_setup, has_products: has_product_path(document) || has_products(&text, &mut nodes) }
}

/// Splits a text into its products, each exactly as written. Returns `None` if the layout is an array and the text is
/// not a valid JSON array. Lines and a single product are not validated.
///
/// ```
/// use renewal_rules::{Layout, products};
///
/// assert_eq!(products(r#"[ {"id":1}, 2 ]"#, Layout::Array), Some(vec![r#"{"id":1}"#, "2"]));
/// assert_eq!(products("{\"id\":1}\n\n{", Layout::Lines), Some(vec!["{\"id\":1}", "{"]));
/// ```
pub fn products(text: &str, layout: Layout) -> Option<Vec<&str>> {
    let products = match layout {
        Layout::Product => vec![skip_bom_and_space(text)],
        Layout::Lines => lines(text).collect(),
        Layout::Array => {
            let (mut all, mut products) = (Vec::new(), ProductReader::new(text, layout));
            while let Some(ProductText { span, .. }) = products.next_product().ok()? {
                all.extend(text.get(span.start..span.end));
            }
            all
        }
    };
    Some(products.into_iter().map(str::trim_ascii).collect())
}

/// Iterates over the non-blank lines of a text.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    Lines::of_text(text.as_bytes())
        .filter(|(_, line)| !is_space(line))
        .filter_map(|(span, _)| text.get(span.start..span.end))
}

/// Decodes the bytes of a file as UTF-16 if they look like UTF-16, otherwise as UTF-8. Replaces invalid sequences.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if !is_utf16(bytes) {
        return String::from_utf8_lossy(bytes);
    }
    let is_little_endian = matches!(bytes, [0xff, 0xfe, ..] | [_, 0, ..]);
    let unit = if is_little_endian { u16::from_le_bytes } else { u16::from_be_bytes };
    let units: Vec<u16> = bytes.as_chunks().0.iter().copied().map(unit).collect();
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// Skips the byte order mark and leading white space of a text.
fn skip_bom_and_space(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text).trim_ascii_start()
}

/// Detects the layout of products in a text. Parses the first value of the text into `nodes`, unless the text begins
/// with `[` and `is_lines` is `false`.
fn layout(text: &str, is_lines: bool, nodes: &mut Nodes) -> Layout {
    let is_array = skip_bom_and_space(text).starts_with('[');
    if is_array && !is_lines {
        return Layout::Array;
    }
    let whole = if is_array { Layout::Array } else { Layout::Product };
    let are_lines = match parse_next(text, text_start(text.as_bytes()), Field::Root, nodes) {
        Ok(end) => {
            let (first, rest) = text.split_at_checked(end).unwrap_or((text, ""));
            let after = rest.trim_ascii_start();
            let gap = rest.strip_suffix(after).unwrap_or(rest);
            let is_one_line = !is_array && !skip_bom_and_space(first).contains('\n');
            if is_lines {
                is_one_line || !after.is_empty()
            } else {
                is_one_line && gap.contains('\n') && after.starts_with('{')
            }
        }
        Err(_) => is_lines || begins_with_lines(skip_bom_and_space(text)),
    };
    if are_lines { Layout::Lines } else { whole }
}

/// Returns whether the first two non-blank lines look like one object each.
fn begins_with_lines(text: &str) -> bool {
    let mut lines = lines(text).map(str::trim_ascii);
    let mut next = || lines.next().unwrap_or_default();
    let (first, second) = (next(), next());
    first.starts_with('{') && first.ends_with('}') && second.starts_with('{')
}

/// Returns whether one of the values in a text (array elements or consecutive values) has a field that only products
/// have.
fn has_products(text: &str, nodes: &mut Nodes) -> bool {
    let rest = skip_bom_and_space(text);
    let mut rest = rest.strip_prefix('[').unwrap_or(rest);
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r', ',', ']']);
        let Ok(end) = parse_next(rest, 0, Field::Root, nodes) else { return names_product(rest) };
        if has_product_path(Document::new(rest, nodes)) {
            return true;
        }
        let Some((_, after)) = rest.split_at_checked(end) else { return false };
        rest = after;
    }
}

/// Returns whether a value is a setup: it has the member `initiator` and no field of a product.
pub(super) fn is_setup(document: Document<'_>) -> bool {
    let is_foreign = |member| document.field(member) == Field::Unnamed;
    document.member(0, "initiator").is_some() && document.children(0).all(is_foreign)
}

fn has_product_path(document: Document<'_>) -> bool {
    PRODUCT_PATHS.iter().any(|mark| has(document, 0, mark))
}

/// Returns whether the value `node` has a member at the path `names`. Names with typos also match.
fn has(document: Document<'_>, node: NodeId, names: &[Field]) -> bool {
    let Some((first, names)) = names.split_first() else { return true };
    let is_first = |child| is_any_name(*first) || is_alike(&document.name(child), *first);
    document.children(node).any(|child| is_first(child) && has(document, child, names))
}

/// Returns whether any name matches `field` in a path of [`PRODUCT_PATHS`]: array elements have no name, and users choose the
/// names of locales.
const fn is_any_name(field: Field) -> bool {
    matches!(field, Field::Variant | Field::Locale)
}

fn is_alike(name: &str, field: Field) -> bool {
    distance(name, field.key()).is_some()
}

/// Returns whether invalid JSON was meant as a product: looks for the names in [`PRODUCT_PATHS`] before its colons.
fn names_product(text: &str) -> bool {
    let mut named = FieldSet::none();
    let before = text.split_inclusive(':');
    for before in before.filter_map(|before| before.strip_suffix(':')) {
        let before = before.trim_end().trim_end_matches(['"', '\'']);
        let is_between = |letter: char| !letter.is_alphanumeric() && !"_-".contains(letter);
        let name = before.rsplit(is_between).next().unwrap_or(before);
        for field in PRODUCT_PATHS.iter().copied().flatten() {
            if is_alike(name, *field) {
                named = named.with_field(*field);
            }
        }
    }
    PRODUCT_PATHS.iter().any(|mark| mark.iter().all(|field| is_any_name(*field) || named.has(*field)))
}

/// Detects the layout of a text that must contain products. Returns `None` if the text is not JSON; the elements of an
/// array and lines are not validated.
pub(crate) fn layout_of_products(text: &str) -> Option<Layout> {
    let mut nodes = Nodes::new();
    if !skip_bom_and_space(text).starts_with('[') && parse(text, Field::Root, &mut nodes).is_ok() {
        return Some(Layout::Product);
    }
    Some(layout(text, false, &mut nodes)).filter(|layout| *layout != Layout::Product)
}
