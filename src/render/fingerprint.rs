//! What a problem is known by from one run to the next.

use alloc::{collections::BTreeMap, string::String};

use crate::report::{Code, Diagnostic};

/// Makes what the problems of a file are known by, whatever their lines are and their messages say: the file, the
/// code, the place in the product, and the number among those alike.
pub(super) struct Fingerprints<'a> {
    name: &'a str,
    seen: BTreeMap<(Code, &'a str), usize>,
}

impl<'a> Fingerprints<'a> {
    pub(super) const fn new(name: &'a str) -> Self {
        Self { name, seen: BTreeMap::new() }
    }

    /// That of the next problem of the file. It is FNV-1a, 64 bits.
    pub(super) fn next(&mut self, diagnostic: &'a Diagnostic) -> String {
        let Diagnostic { code, path, .. } = diagnostic;
        let seen = self.seen.entry((*code, path)).or_default();
        let text = format!("{}\0{code}\0{path}\0{seen}", self.name);
        *seen += 1;
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }
}
