//! Formatted text, and rows of it in aligned columns.

use alloc::string::String;

/// Adds formatted text to a `String`, which cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use core::fmt::Write as _;
        let _ = write!($out, $($text)*);
    }};
}
pub(crate) use put;

/// The rows as lines, with two spaces between its columns and none at the end. Columns are aligned by code points.
pub(crate) fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
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
