//! Streams newline-delimited JSON that does not fit into memory.

use alloc::vec::Vec;

use super::products::{Lines, ProductReader};
use super::run::{CatalogueRun, located, not_lines};
use crate::{options::Options, report::CatalogueReport};
use renewal_rules_json::{Span, is_space, is_utf16};

/// Initial size of the read buffer, in bytes. The buffer grows if a line is longer.
const CHUNK: usize = 1 << 20;

/// Checks newline-delimited JSON like [`check_catalogue_lines`](crate::check_catalogue_lines), but holds only one chunk
/// of the input in memory at a time. `read(position, buffer)` fills `buffer` with the bytes from `position` on and
/// returns the number of bytes read. It may return fewer bytes than requested even if more follow; 0 means the end of
/// the input. If there are diagnostics, the input is read a second time.
///
/// Also returns a text for displaying the diagnostics. It has the same line numbers as the input and contains the lines
/// of the first and the last product and of each product with diagnostics; every other product is replaced by `{}`.
///
/// ```
/// use renewal_rules::{Options, check_catalogue_lines, check_catalogue_lines_from};
///
/// let file = "{\"id\":101}\n{\"id\":102,\"name\":\"A\"}\n{\"id\":}\n{\"id\":101}\n".as_bytes();
/// let read = |position: u64, buffer: &mut [u8]| -> std::io::Result<usize> {
///     let rest = &file[position as usize..];
///     let count = rest.len().min(buffer.len());
///     buffer[..count].copy_from_slice(&rest[..count]);
///     Ok(count)
/// };
/// let (report, text) = check_catalogue_lines_from(read, &Options::default())?;
/// assert_eq!(report, check_catalogue_lines(file, &Options::default()));
/// assert_eq!(text, b"{\"id\":101}\n{}\n{\"id\":}\n{\"id\":101}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns the error of `read`.
pub fn check_catalogue_lines_from<E>(
    mut read: impl FnMut(u64, &mut [u8]) -> Result<usize, E>,
    options: &Options,
) -> Result<(CatalogueReport, Vec<u8>), E> {
    let mut text = Vec::new();
    if is_utf16(&first_bytes(&mut read)?) {
        return Ok((not_lines(options), text));
    }
    let mut run = CatalogueRun::new(options);
    let mut lines_before = 0;
    each_chunk(&mut read, &mut |chunk, is_first| {
        let mut products =
            if is_first { ProductReader::of_lines(chunk) } else { ProductReader::of_chunk(chunk, lines_before) };
        // Ignore the result: reading lines cannot fail, and spans within a chunk are not needed.
        let _ = run.read(&mut products);
        lines_before = products.lines_read();
    })?;
    let last = run.len().saturating_sub(1);
    let found = run.close();
    if found.items.is_empty() {
        return Ok((found.into_report(), text));
    }
    // Indexes of the products to show: the first, the last, and those with findings. The findings are sorted, so the
    // indexes are, too.
    let with_findings = found.items.iter().filter_map(|found| found.key.0);
    let mut shown: Vec<usize> = core::iter::once(0).chain(with_findings).chain([last]).collect();
    shown.dedup();
    let spans = excerpt(&mut read, &shown, &mut text)?;
    let report = located(found, &text, &|index| spans.get(shown.binary_search(&index).ok()?).copied());
    Ok((report, text))
}

/// Reads the input again and writes its lines to `text`, replacing each product that is not `shown` by `{}`. Returns the
/// span of each shown product.
fn excerpt<E>(
    read: impl FnMut(u64, &mut [u8]) -> Result<usize, E>,
    shown: &[usize],
    text: &mut Vec<u8>,
) -> Result<Vec<Span>, E> {
    let mut spans = Vec::with_capacity(shown.len());
    let mut left = shown.iter().copied().peekable();
    let mut index = 0;
    each_chunk(read, &mut |chunk, is_first| {
        for (_, line) in if is_first { Lines::of_text(chunk) } else { Lines::of_chunk(chunk) } {
            let is_blank = is_space(line);
            if !is_blank && left.next_if_eq(&index).is_some() {
                spans.push(Span { start: text.len(), end: text.len() + line.len() });
                text.extend(line);
                if line.ends_with(b"\r") {
                    // Append a second carriage return, because `Lines` has removed one. The input has two line breaks
                    // here: a lone carriage return, then a carriage return with the line feed.
                    text.push(b'\r');
                }
            } else {
                // Keep each carriage return, because it counts as a line break: line numbers must not change.
                text.extend(line.iter().filter(|byte| **byte == b'\r'));
                text.extend(if is_blank { &b" "[..] } else { b"{}" });
            }
            text.push(b'\n');
            index += usize::from(!is_blank);
        }
    })?;
    Ok(spans)
}

/// Reads the first 4 bytes of the input, enough to detect UTF-16, even if each call of `read` returns fewer.
fn first_bytes<E>(mut read: impl FnMut(u64, &mut [u8]) -> Result<usize, E>) -> Result<Vec<u8>, E> {
    let mut first = vec![0; 4];
    let mut filled = 0;
    while let Some(rest) = first.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match read(filled as u64, rest)? {
            0 => break,
            count => filled += count,
        }
    }
    first.truncate(filled);
    Ok(first)
}

/// Reads the input in chunks of whole lines, without the line break at the end of the last line. Calls `use_chunk` with
/// each chunk, and `true` for the first one.
fn each_chunk<E>(
    mut read: impl FnMut(u64, &mut [u8]) -> Result<usize, E>,
    use_chunk: &mut dyn FnMut(&[u8], bool),
) -> Result<(), E> {
    let mut buffer = vec![0; CHUNK];
    let mut position = 0;
    // Number of bytes at the start of the buffer that were read, but not passed to `use_chunk` yet.
    let mut filled = 0;
    let mut is_first = true;
    loop {
        if filled == buffer.len() {
            buffer.resize(filled * 2, 0);
        }
        let Some(free) = buffer.get_mut(filled..) else { return Ok(()) };
        // `read` must not return more than the length of the buffer; ignore the excess if it does.
        let count = read(position, free)?.min(free.len());
        let fresh = free.get(..count).unwrap_or(free);
        let line_end = memchr::memrchr(b'\n', fresh).map(|end| filled + end);
        filled += count;
        position += count as u64;
        let end = if count == 0 { (filled > 0).then_some(filled) } else { line_end };
        if let Some(chunk) = end.and_then(|end| buffer.get(..end)) {
            use_chunk(chunk, is_first);
            is_first = false;
        }
        if count == 0 {
            return Ok(());
        }
        if let Some(end) = line_end {
            buffer.copy_within(end + 1..filled, 0);
            filled -= end + 1;
        }
    }
}
