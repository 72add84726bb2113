//! The XML of Checkstyle, which many build servers read.

use alloc::string::String;

use super::{checked::Checked, junit::attribute, text::Style};
use crate::text::put;

pub(super) const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n";
pub(super) const END: &str = "</checkstyle>\n";

pub(super) fn file(file: &Checked<'_>, style: Style) -> String {
    let mut out = format!("  <file name=\"{}\">\n", attribute(file.name));
    for diagnostic in file.shown(style) {
        out += "    <error";
        if let Some(at) = diagnostic.location {
            put!(out, " line=\"{}\" column=\"{}\"", at.line, at.column);
        }
        put!(
            out,
            " severity=\"{}\" message=\"{}\" source=\"renewal-rules.{}\"/>\n",
            diagnostic.severity,
            attribute(&diagnostic.message),
            diagnostic.code,
        );
    }
    out + "  </file>\n"
}
