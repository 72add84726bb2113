//! One of the two versions that are compared.

use alloc::vec::Vec;

use super::options::CompareOptions;
use crate::{
    check::{check_documents, check_product, diagnostic},
    document::split_index,
    report::Diagnostic,
    timeline::{Products, TimelineError},
};

pub(super) struct Version<'t> {
    pub(crate) entries: Products<'t>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'t> Version<'t> {
    pub(crate) fn read(text: &'t str, options: &CompareOptions) -> Result<Self, TimelineError> {
        let entries = Products::read(text)?;
        let record = options.record();
        let diagnostics = match entries.all.as_slice() {
            [only] if !entries.is_catalogue => {
                let mut checked = check_product(&only.source, None, &record);
                let findings = checked.take_findings().into_iter();
                findings.map(|finding| diagnostic(finding, None)).collect()
            }
            all => {
                let documents = all.iter().map(|entry| entry.source.document());
                check_documents(documents, &record).diagnostics
            }
        };
        Ok(Self { entries, diagnostics })
    }

    pub(crate) fn locate<'d>(&self, path: &'d str) -> (Option<usize>, &'d str) {
        if !self.entries.is_catalogue {
            return (Some(0), path);
        }
        split_index(path).map_or((None, path), |(index, within)| (Some(index), within))
    }
}
