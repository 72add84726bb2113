//! Streams newline-delimited JSON that does not fit into memory.

use alloc::vec::Vec;

use super::products::lines_of;
use super::run::{CatalogueRun, not_lines};
use crate::{options::Options, report::CatalogueReport};
use renewal_rules_json::{is_space, is_utf16};

/// Bytes per read; a longer line is retained as a whole.
const PART: usize = 1 << 20;

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
    let mut run = CatalogueRun::new(options, "", true);
    run.text = None;
    each_part(&mut read, &mut |part| run.lines(part, true))?;
    let catalogue = run.close();
    if run.found.items.is_empty() {
        return Ok((run.found.into_report(), text));
    }
    // Products whose lines are included in the returned text, already in order.
    let found = run.found.items.iter().filter_map(|found| found.key.0);
    let last = catalogue.len().saturating_sub(1);
    let mut shown: Vec<usize> = core::iter::once(0).chain(found).chain([last]).collect();
    shown.dedup();
    let mut starts = Vec::with_capacity(shown.len());
    let mut left = shown.iter().copied().peekable();
    let mut index = 0;
    each_part(&mut read, &mut |part| {
        for line in lines_of(part, text.is_empty()) {
            let is_blank = is_space(line.text);
            if !is_blank && left.next_if_eq(&index).is_some() {
                starts.push(text.len());
                text.extend(line.text);
                if line.text.ends_with(b"\r") {
                    // Keep this carriage return: joined with the next line feed it would become a single line break.
                    text.push(b'\r');
                }
            } else {
                // Keep each carriage return, because it also counts as a line break.
                text.extend(line.text.iter().filter(|byte| **byte == b'\r'));
                text.extend(if is_blank { &b" "[..] } else { b"{}" });
            }
            text.push(b'\n');
            index += usize::from(!is_blank);
        }
    })?;
    let start = |index: usize| starts.get(shown.binary_search(&index).ok()?).copied();
    for found in &mut run.found.items {
        let (Some(index), ..) = found.key else { continue };
        let start = start(index).unwrap_or_default();
        found.span = found.span.map(|span| span.shifted(start));
        let known = catalogue.position(index);
        if let Some(known) = known.and_then(|position| run.starts.get_mut(position)) {
            *known = start;
        }
    }
    run.bytes = &text;
    run.locate(&catalogue);
    Ok((run.found.into_report(), text))
}

/// Reads the first 4 bytes of the input, enough to detect UTF-16, even if each call of `read` returns fewer.
fn first_bytes<E>(mut read: impl FnMut(u64, &mut [u8]) -> Result<usize, E>) -> Result<Vec<u8>, E> {
    let mut first = vec![0; 4];
    let mut used = 0;
    while let Some(rest) = first.get_mut(used..).filter(|rest| !rest.is_empty()) {
        match read(used as u64, rest)? {
            0 => break,
            count => used += count,
        }
    }
    first.truncate(used);
    Ok(first)
}

/// Reads the input in chunks of whole lines, without the line break at the end of the last line.
fn each_part<E>(
    mut read: impl FnMut(u64, &mut [u8]) -> Result<usize, E>,
    take: &mut dyn FnMut(&[u8]),
) -> Result<(), E> {
    let mut part = vec![0; PART];
    let mut position = 0;
    let mut used = 0;
    loop {
        if used == part.len() {
            part.resize(used * 2, 0);
        }
        let count = read(position, part.get_mut(used..).unwrap_or_default())?;
        let fresh = part.get(used..used + count).unwrap_or_default();
        let end = memchr::memrchr(b'\n', fresh).map(|end| used + end);
        used += fresh.len();
        position += fresh.len() as u64;
        if fresh.is_empty() {
            if used > 0 {
                take(part.get(..used).unwrap_or_default());
            }
            return Ok(());
        }
        if let Some(end) = end {
            take(part.get(..end).unwrap_or_default());
            part.copy_within(end + 1..used, 0);
            used -= end + 1;
        }
    }
}
