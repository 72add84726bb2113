//! What is shown of a text, and rows of it in aligned columns.

use alloc::{borrow::ToOwned, string::String};

/// What the text of an input shows in a message: shortened, and without characters that a terminal
/// obeys, that turn the direction of text around or that hide in it.
pub fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b'`';
    if text.len() <= SHOWN && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    shortened(text, SHOWN).replace('`', "'")
}

/// A text on one line: cut after so many code points, with `…` where more follow, and with U+FFFD for
/// control characters and those that cannot be seen.
pub fn shortened(text: &str, most: usize) -> String {
    let safe = |character: char| {
        if character.is_control() || is_invisible(character) { '\u{fffd}' } else { character }
    };
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(most).map(safe).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Characters that turn the direction of text around or hide in it.
pub const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Adds formatted text to a `String`, which cannot fail.
#[doc(hidden)]
#[macro_export]
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use core::fmt::Write as _;
        let _ = write!($out, $($text)*);
    }};
}

/// The rows as lines, with two spaces between its columns and none at the end. Columns are aligned by code points.
pub fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; N]| {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line.push_str(cell);
            let gap = 2 + width.saturating_sub(cell.chars().count());
            line.extend(core::iter::repeat_n(' ', gap));
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    };
    rows.iter().map(line).collect()
}
