//! Files passed to an operation. Their contents are in the input, or are read by a callback of JavaScript.

use std::borrow::Cow;

use renewal_rules::{
    CatalogueReport, Contents, Layout, Options, check_catalogue, check_catalogue_lines, contents, products,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use wasm_bindgen::prelude::*;

use crate::{Call, suppressions::Known};

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct File {
    pub(crate) name: String,
    /// Length of the contents in the input, in bytes. If not set, the file is read by the callback.
    pub(crate) length: Option<usize>,
    /// Set to treat the file as products, even if its contents are not recognized as products.
    pub(crate) named: bool,
    /// Number of applied fixes, if fixing was requested. `written` is set if they were written back.
    pub(crate) applied: Option<usize>,
    pub(crate) written: bool,
    /// Suppressions of the file, if any.
    pub(crate) known: Option<Known>,
}

// Import a module of the package: with `inline_js`, the name of the module would depend on the build directory.
#[wasm_bindgen(raw_module = "lib/read")]
extern "C" {
    /// Reads bytes of the file with index `number`, beginning at byte `position`. Returns the number of bytes read,
    /// which is smaller than requested only at the end of the file, or a negative number on errors.
    #[wasm_bindgen(js_name = readChunk)]
    fn read_chunk(number: usize, position: f64, into: &mut [u8]) -> i32;
}

/// Error: the file cannot be read. Only the callback in JavaScript knows the reason.
pub(crate) struct Unreadable;

pub(crate) fn read_from(file: usize, position: u64, into: &mut [u8]) -> Result<usize, Unreadable> {
    #[expect(clippy::cast_precision_loss, reason = "no file is so long")]
    let count = usize::try_from(read_chunk(file, position as f64, into));
    let count = count.ok().filter(|count| *count <= into.len());
    count.ok_or(Unreadable)
}

pub(crate) struct Source<'a> {
    /// Index of the file among the files passed to the operation.
    pub(crate) number: usize,
    pub(crate) file: &'a File,
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) contents: Contents,
    /// Set if `bytes` contains only the first lines of a file that is too large to retain.
    pub(crate) is_truncated: bool,
    /// Set to skip the file, because it could not be written back.
    pub(crate) is_not_utf8: bool,
}

impl<'a> Source<'a> {
    pub(crate) fn new(number: usize, file: &'a File, bytes: Cow<'a, [u8]>) -> Self {
        Self {
            number,
            contents: contents(&bytes, promises_lines(&file.name)),
            file,
            bytes,
            is_truncated: false,
            is_not_utf8: false,
        }
    }

    /// Returns whether the file, or each of its lines, is valid JSON.
    pub(crate) fn is_json(&self) -> bool {
        products(&readable(self), self.layout()).is_some_and(|all| all.into_iter().all(is_json))
    }

    pub(crate) const fn layout(&self) -> Layout {
        self.contents.layout
    }

    /// Returns whether the file is to be checked: it contains products, or the user named it. A setup is not checked as
    /// a product, because nothing would be found in it.
    pub(crate) const fn is_checked(&self) -> bool {
        !self.is_not_utf8 && (self.contents.has_products || self.file.named && !self.contents.is_setup)
    }
}

/// Iterates over the contents of the files.
pub(crate) struct Reader<'a> {
    given: &'a [u8],
    room: Vec<u8>,
}

/// Initial size of the read buffer in bytes; most files are smaller.
const ROOM: usize = 1 << 16;
/// Files of newline-delimited JSON with more bytes are streamed, unless a call needs all products at once.
pub(crate) const HELD: usize = 1 << 20;

impl<'a> Reader<'a> {
    pub(crate) fn new(call: &Call<'a>) -> Self {
        Self { given: call.bytes().unwrap_or_default(), room: vec![0; ROOM] }
    }

    /// Returns the contents of the next file; `None` if it cannot be read. For newline-delimited JSON of more than
    /// `held` bytes, returns only its first lines.
    pub(crate) fn next<'f>(&mut self, number: usize, file: &'f File, held: usize) -> Option<Source<'f>>
    where
        'a: 'f,
    {
        if let Some(length) = file.length {
            let (bytes, rest) = self.given.split_at_checked(length)?;
            self.given = rest;
            return Some(Source::new(number, file, bytes.into()));
        }
        let mut used = 0;
        loop {
            if used == held {
                let lines = self.room.rsplitn(2, |byte| *byte == b'\n').last()?;
                let source = Source::new(number, file, Cow::Owned(lines.to_vec()));
                if source.layout() == Layout::Lines {
                    self.room.truncate(ROOM);
                    let is_truncated = true;
                    return Some(Source { is_truncated, ..source });
                }
            }
            if used == self.room.len() {
                self.room.resize(used * 2, 0);
            }
            let into = self.room.get_mut(used..)?;
            let most = into.len();
            let count = read_from(number, used as u64, into).ok()?;
            used += count;
            if count < most {
                break;
            }
        }
        let bytes = self.room.get(..used)?.to_vec();
        self.room.truncate(ROOM);
        self.room.shrink_to_fit();
        Some(Source::new(number, file, bytes.into()))
    }
}

/// Checks a file of several products, or of invalid JSON, on its own.
pub(crate) fn alone(source: &Source<'_>, options: &Options) -> CatalogueReport {
    if source.layout() == Layout::Lines {
        check_catalogue_lines(&*source.bytes, options)
    } else {
        check_catalogue(&*source.bytes, options)
    }
}

/// Returns the text of a file. Lines that are not UTF-8 are replaced by question marks of equal length, which are
/// invalid JSON, so that the other lines can be read.
pub(crate) fn readable<'a>(source: &'a Source<'_>) -> Cow<'a, str> {
    if let Ok(text) = core::str::from_utf8(&source.bytes) {
        return Cow::Borrowed(text);
    }
    if source.layout() != Layout::Lines {
        return Cow::Borrowed("?");
    }
    let mut text = String::with_capacity(source.bytes.len());
    for line in source.bytes.split_inclusive(|byte| *byte == b'\n') {
        match core::str::from_utf8(line) {
            Ok(line) => text += line,
            Err(_) => text.extend(line.iter().map(|byte| if *byte == b'\n' { '\n' } else { '?' })),
        }
    }
    Cow::Owned(text)
}

/// Returns whether the file name has an extension of newline-delimited JSON.
pub(crate) fn promises_lines(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["ndjson", "jsonl"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}
