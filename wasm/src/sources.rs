//! The files of a call: contents, passed or read by callbacks.

use std::borrow::Cow;

use renewal_rules::{CatalogueReport, Contents, Layout, Options, check_catalogue, check_catalogue_lines, contents};
use serde::Deserialize;
use serde_json::value::RawValue;
use wasm_bindgen::prelude::*;

use crate::{Call, suppressions::Known};

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct File {
    pub(crate) name: String,
    /// Length in bytes within the input, if contents are passed; otherwise the file is read.
    pub(crate) length: Option<usize>,
    /// Set to treat it as a product file whatever it contains.
    pub(crate) named: bool,
    /// Number of applied fixes, if fixing was requested, and whether they were written.
    pub(crate) applied: Option<usize>,
    pub(crate) written: bool,
    /// Its suppressions, if any.
    pub(crate) known: Option<Known>,
}

// Not `inline_js`, whose generated name depends on the build directory.
#[wasm_bindgen(raw_module = "shell/read")]
extern "C" {
    /// Reads a file from a position on. Returns fewer bytes than requested only at its end, and a negative number on
    /// errors.
    #[wasm_bindgen(js_name = readPart)]
    fn read_part(number: usize, position: f64, into: &mut [u8]) -> i32;
}

/// A file that cannot be read; JavaScript has the reason.
pub(crate) struct Unreadable;

pub(crate) fn read_from(file: usize, position: u64, into: &mut [u8]) -> Result<usize, Unreadable> {
    #[expect(clippy::cast_precision_loss, reason = "no file is so long")]
    let count = usize::try_from(read_part(file, position as f64, into));
    let count = count.ok().filter(|count| *count <= into.len());
    count.ok_or(Unreadable)
}

pub(crate) struct Source<'a> {
    /// Index of the file in the call.
    pub(crate) number: usize,
    pub(crate) file: &'a File,
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) contents: Contents,
    /// Set if the contents are only the beginning of lines that are too long to be retained.
    pub(crate) is_part: bool,
    /// Set to skip it.
    pub(crate) is_left: bool,
}

impl<'a> Source<'a> {
    pub(crate) fn new(number: usize, file: &'a File, bytes: Cow<'a, [u8]>) -> Self {
        Self {
            number,
            contents: contents(&bytes, promises_lines(&file.name)),
            file,
            bytes,
            is_part: false,
            is_left: false,
        }
    }

    pub(crate) const fn layout(&self) -> Layout {
        self.contents.layout
    }

    pub(crate) const fn is_meant(&self) -> bool {
        !self.is_left && (self.file.named || self.contents.has_products)
    }
}

/// Iterates over the contents of the files.
pub(crate) struct Reader<'a> {
    given: &'a [u8],
    room: Vec<u8>,
}

/// Initial capacity; most files are smaller.
const ROOM: usize = 1 << 16;
/// Lines with more bytes in total are streamed if possible.
pub(crate) const HELD: usize = 1 << 20;

impl<'a> Reader<'a> {
    pub(crate) fn new(call: &Call<'a>) -> Self {
        Self { given: call.bytes().unwrap_or_default(), room: vec![0; ROOM] }
    }

    /// Returns the next file; only its first lines if it has more than `held` bytes of lines.
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
                    let is_part = true;
                    return Some(Source { is_part, ..source });
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

/// Returns the text of a file. Lines that are not UTF-8 are replaced by invalid lines of equal length, so that the
/// others are read.
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

/// Returns whether the file name stands for newline-delimited JSON.
pub(crate) fn promises_lines(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["ndjson", "jsonl"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}
