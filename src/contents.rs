//! What a file holds, by its looks: a file need not be JSON for that.

use alloc::vec::Vec;

use crate::{
    alike,
    catalogue::{each_product, lines},
    fields::Field,
    words::words,
};
#[cfg(any(feature = "service", feature = "timeline"))]
use crate::{
    catalogue::Line,
    document::{Document, Nodes, parse},
};

words! {
    /// How products stand in a file.
    Layout {
        /// One product.
        Product = "product",
        /// An array of products.
        Array = "array",
        /// One product a line.
        Lines = "lines",
    }
}

/// What a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Contents {
    /// How products stand in it, if it has any.
    pub layout: Layout,
    /// Whether it has a field of a product, even a misspelt one. `id` and `name` stand in many files: they count
    /// where nothing but fields of a product stands beside them.
    pub has_products: bool,
}

/// The fields of a product that other files may have too.
const SHARED: [Field; 2] = [Field::Id, Field::Name];

/// What a file holds. `is_lines` says whether its name promises one product a line, which counts
/// where the text could be either.
///
/// ```
/// use renewal_rules::{Layout, contents};
///
/// let product = contents(br#"{"id":101,"licence_term":"P1M"}"#, false);
/// assert_eq!((product.layout, product.has_products), (Layout::Product, true));
/// assert_eq!(contents(b"{\"id\":1}\n{\"id\":2}\n", false).layout, Layout::Lines);
/// assert!(!contents(br#"{"name":"shop","version":"1.0.0"}"#, false).has_products);
/// ```
pub fn contents(bytes: &[u8], is_lines: bool) -> Contents {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = bytes.trim_ascii_start();
    let is_array = text.first() == Some(&b'[');
    Contents {
        layout: layout(text, is_array, is_lines),
        has_products: has_products(text, if is_array { 2 } else { 1 }),
    }
}

/// The products of a text, each as it stands there; `None` where an array is not JSON. Lines, and a product
/// alone, may be anything.
///
/// ```
/// use renewal_rules::{Layout, products};
///
/// assert_eq!(products(r#"[ {"id":1}, 2 ]"#, Layout::Array), Some(vec![r#"{"id":1}"#, "2"]));
/// assert_eq!(products("{\"id\":1}\n\n{", Layout::Lines), Some(vec!["{\"id\":1}", "{"]));
/// ```
pub fn products(text: &str, layout: Layout) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    match layout {
        Layout::Product => found.push(text),
        Layout::Array => each_product(text, layout, &mut |product, _| {
            found.push(product.text);
        })?,
        Layout::Lines => found.extend(lines(text).map(|line| line.text)),
    }
    for product in &mut found {
        *product = product.trim_ascii();
    }
    Some(found)
}

fn layout(text: &[u8], is_array: bool, is_lines: bool) -> Layout {
    let whole = if is_array {
        Layout::Array
    } else {
        Layout::Product
    };
    let begins = |at: usize| text.get(at + 1) == Some(&b'{');
    if !is_lines && (is_array || !memchr::memchr_iter(b'\n', text).any(begins)) {
        return whole;
    }
    let mut depth = 0_usize;
    let mut scan = Scan { rest: text };
    let first = loop {
        match scan.next() {
            Some(Token::Open) => depth += 1,
            Some(Token::Close) if depth <= 1 => {
                break text.get(..text.len() - scan.rest.len()).unwrap_or(text);
            }
            Some(Token::Close) => depth -= 1,
            Some(Token::Text(_)) => {}
            None => return if is_lines { Layout::Lines } else { whole },
        }
    };
    let rest = scan.rest;
    let after = rest.trim_ascii_start();
    let gap = rest.get(..rest.len() - after.len()).unwrap_or_default();
    let is_followed = gap.contains(&b'\n') && after.first() == Some(&b'{');
    let is_one_line = !is_array && !first.contains(&b'\n');
    if is_followed && (is_lines || !is_array) || is_lines && (is_one_line || !after.is_empty()) {
        Layout::Lines
    } else {
        whole
    }
}

/// Whether a key at this depth is one of a product.
fn has_products(text: &[u8], keys: usize) -> bool {
    let mut depth = 0_usize;
    let (mut is_shared, mut is_foreign) = (false, false);
    let mut scan = Scan { rest: text };
    while let Some(token) = scan.next() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Text(name) if depth == keys && scan.is_key() => {
                let name = core::str::from_utf8(name).unwrap_or_default();
                let mut own = Field::Root
                    .children()
                    .filter(|field| !SHARED.contains(field));
                if own.any(|field| alike::distance(name, field.key()).is_some()) {
                    return true;
                }
                let is_known = SHARED.iter().any(|field| field.key() == name);
                is_shared |= is_known;
                is_foreign |= !is_known;
            }
            Token::Text(_) => {}
        }
    }
    is_shared && !is_foreign
}

enum Token<'t> {
    /// A bracket or brace that opens.
    Open,
    /// One that closes.
    Close,
    /// A text, without its quotes and undecoded.
    Text(&'t [u8]),
}

/// The brackets and texts of what may be JSON.
struct Scan<'t> {
    rest: &'t [u8],
}

impl<'t> Scan<'t> {
    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let (first, rest) = self.rest.split_first()?;
            self.rest = rest;
            match first {
                b'{' | b'[' => return Some(Token::Open),
                b'}' | b']' => return Some(Token::Close),
                b'"' => return Some(Token::Text(self.text())),
                _ => {}
            }
        }
    }

    /// What stands before the closing quote; a line ends a text that lacks one.
    fn text(&mut self) -> &'t [u8] {
        let whole = self.rest;
        let mut is_escaped = false;
        let end = whole.iter().position(|byte| {
            let ends = !is_escaped && matches!(byte, b'"' | b'\n');
            is_escaped = !is_escaped && *byte == b'\\';
            ends
        });
        let (text, rest) = whole
            .split_at_checked(end.unwrap_or(whole.len()))
            .unwrap_or((whole, &[]));
        self.rest = rest.get(1..).unwrap_or_default();
        text
    }

    fn is_key(&self) -> bool {
        self.rest.trim_ascii_start().first() == Some(&b':')
    }
}

/// Reads the products of a set-up one by one: of an array, of lines, or one by itself; gives which it is.
/// `None` where the text is not JSON: what was passed on by then counts for nothing. Lines that are not JSON
/// are passed on as empty documents.
#[cfg(any(feature = "service", feature = "timeline"))]
pub(crate) fn each_of_set_up<'t>(
    text: &'t str,
    product: &mut dyn FnMut(Line<'t>, Document<'_>),
) -> Option<Layout> {
    let layout = contents(text.as_bytes(), false).layout;
    if each_product(text, layout, product).is_some() {
        return Some(layout);
    }
    let mut nodes = Nodes::new();
    parse(text, Field::Root, &mut nodes).ok()?;
    product(Line { text, start: 0 }, Document::new(text, &nodes));
    Some(Layout::Product)
}
