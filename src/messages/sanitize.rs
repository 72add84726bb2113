//! Sanitizing of text for messages, and alignment of columns.

use alloc::{borrow::ToOwned, string::String};

/// Sanitizes input text for a message: truncates the text to 40 code points, replaces control characters, bidirectional
/// controls and invisible characters with U+FFFD, and backticks with `'`.
pub fn sanitize(text: &str) -> String {
    const SHOWN: usize = 40;
    let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b'`';
    if text.len() <= SHOWN && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let requoted = |character| if character == '`' { '\'' } else { character };
    truncate(text, SHOWN).chars().map(requoted).collect()
}

/// Truncates a text to `most` code points, followed by `…` if the text was longer, and replaces control characters,
/// bidirectional controls and invisible characters with U+FFFD.
pub fn truncate(text: &str, most: usize) -> String {
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

/// Returns `true` for invisible characters, bidirectional controls and Unicode line separators.
pub const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Appends formatted text to a `String`, which cannot fail.
#[doc(hidden)]
#[macro_export]
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use core::fmt::Write as _;
        let _ = write!($out, $($text)*);
    }};
}

/// Formats rows as lines, with at least two spaces between columns and no trailing spaces. The width of a cell is its
/// number of code points.
pub fn align_columns<const N: usize>(rows: &[[String; N]]) -> String {
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
