//! Terminal text: colours, sanitizing, character widths and line wrapping.

use alloc::string::String;

use renewal_rules::messages::is_invisible;
use renewal_rules::setters;
use renewal_rules::{Diagnostic, Severity};

/// Role of a piece of text, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    Strong,
    Faint,
    Good,
    Of(Severity),
}

impl Style {
    pub(super) fn paint(self, paint: Paint, text: &str) -> String {
        if !self.color || text.is_empty() {
            return String::from(text);
        }
        let code = match paint {
            Paint::Strong => "1",
            Paint::Faint => "2",
            Paint::Good => "32",
            Paint::Of(Severity::Error) => "1;31",
            Paint::Of(Severity::Warning) => "1;33",
            Paint::Of(Severity::Info) => "1;36",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Returns whether a character controls a terminal, is invisible, or changes the text direction.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || is_invisible(character)
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{2060}'..='\u{2064}' | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// Sanitizes a character: hidden characters become U+FFFD.
pub(super) fn visible(character: char) -> char {
    if is_hidden(character) { '\u{fffd}' } else { character }
}

/// Sanitizes a name or other text for display on one line: replaces control and invisible characters with U+FFFD.
pub fn sanitize(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Returns the width of a character in terminal columns: 0 for combining characters, 2 for wide East Asian characters
/// and emoji. The ranges are approximate: exact tables would cost more than a marker that is off by a column in a rare
/// script.
pub(super) const fn width(character: char) -> usize {
    if matches!(
        character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
            | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{e0100}'..='\u{e01ef}'
    ) {
        return 0;
    }
    let is_wide = matches!(
        character,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{4dbf}' | '\u{4e00}'..='\u{a4cf}'
            | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
            | '\u{1f300}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}' | '\u{1f900}'..='\u{1f9ff}'
            | '\u{1fa70}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}'
    );
    if is_wide { 2 } else { 1 }
}

/// Wraps text into indented lines of at most 80 characters.
pub(super) fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut length = 80;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if length + 1 + letters <= 80 {
            lines.push(' ');
            length += 1 + letters;
        } else {
            lines += if lines.is_empty() { "" } else { "\n" };
            lines += indent;
            length = indent.len() + letters;
        }
        lines += word;
    }
    lines + "\n"
}

/// Formats a number with its noun: `1 error`, `2 errors`.
pub(super) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Display options of a rendering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Style {
    /// Uses terminal colours in text for people.
    pub color: bool,
    /// Displays only errors; the counts include all severities.
    pub quiet: bool,
}

impl Style {
    setters! {
        with_color(color: bool);
        with_quiet(quiet: bool);
    }

    /// Returns whether a diagnostic is displayed.
    pub(super) fn shows(self, diagnostic: &Diagnostic) -> bool {
        !self.quiet || diagnostic.severity == Severity::Error
    }
}
