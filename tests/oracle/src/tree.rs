//! A second JSON parser, slow and simple, to compare locations with.

use renewal_rules::{Code, Diagnostic, Location};

/// A JSON text with the locations of its values. Requires valid JSON.
pub struct Tree<'a> {
    pub(crate) text: &'a str,
    pub(crate) root: Node,
}

pub(crate) type Span = (usize, usize);

pub(crate) struct Node {
    span: Span,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Object(Vec<(String, Span, Node)>),
    Array(Vec<Node>),
    Other,
}

impl Node {
    /// Returns the member with this name (the last one if it is repeated), or the element at this index.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match &self.kind {
            Kind::Object(members) => members.iter().rev().find(|(key, _, _)| key == name).map(|(_, _, node)| node),
            Kind::Array(elements) => elements.get(name.parse::<usize>().ok()?),
            Kind::Other => None,
        }
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        match &self.kind {
            Kind::Object(members) => members.iter().rposition(|(key, _, _)| key == name),
            _ => None,
        }
    }

    pub(crate) fn has_duplicate(&self) -> bool {
        match &self.kind {
            Kind::Object(members) => members.iter().enumerate().any(|(nth, (key, _, node))| {
                members[..nth].iter().any(|(other, _, _)| other == key) || node.has_duplicate()
            }),
            Kind::Array(elements) => elements.iter().any(Self::has_duplicate),
            Kind::Other => false,
        }
    }
}

pub(crate) fn tokens(path: &str) -> Vec<String> {
    path.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~")).collect()
}

/// Skips a byte order mark, which other parsers reject.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

impl<'a> Tree<'a> {
    pub fn read(text: &'a str) -> Self {
        let text = unmarked(text);
        let mut reader = Reader { text, at: 0 };
        let root = reader.value();
        Self { text, root }
    }

    /// Lists every value with its pointer and its text, except for members that a later duplicate shadows.
    pub fn values(&self) -> Vec<(String, &'a str)> {
        let mut values = Vec::new();
        let mut open = vec![(String::new(), &self.root)];
        while let Some((path, node)) = open.pop() {
            let below = |name: &str| format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
            match &node.kind {
                Kind::Object(members) => {
                    let counts = |nth: &usize| {
                        let later = &members[nth + 1..];
                        later.iter().all(|(name, _, _)| *name != members[*nth].0)
                    };
                    let last = (0..members.len()).filter(counts).map(|nth| &members[nth]);
                    open.extend(last.map(|(name, _, child)| (below(name), child)));
                }
                Kind::Array(items) => {
                    let items = items.iter().enumerate();
                    open.extend(items.map(|(nth, child)| (below(&nth.to_string()), child)));
                }
                Kind::Other => {}
            }
            values.push((path, &self.text[node.span.0..node.span.1]));
        }
        values
    }

    /// Returns whether any object in the text has duplicate keys.
    pub fn has_duplicate(&self) -> bool {
        self.root.has_duplicate()
    }

    /// Returns the spans that a diagnostic may have: the span of its value; for codes that are reported at the name,
    /// the span of each key of this name; for an absent value, the span of the object that lacks it.
    pub(crate) fn spans(&self, diagnostic: &Diagnostic) -> Vec<Span> {
        let mut node = &self.root;
        let tokens = tokens(&diagnostic.path);
        for (nth, token) in tokens.iter().enumerate() {
            let at_key = matches!(diagnostic.code, Code::DuplicateKey | Code::UnknownField | Code::LocaleFormat);
            if let (true, true, Kind::Object(members)) = (at_key, nth + 1 == tokens.len(), &node.kind) {
                let keys: Vec<Span> =
                    members.iter().filter(|(key, _, _)| key == token).map(|(_, span, _)| *span).collect();
                if !keys.is_empty() {
                    return keys;
                }
            }
            match node.get(token) {
                Some(child) => node = child,
                None => break,
            }
        }
        vec![node.span]
    }

    pub(crate) fn location(&self, (start, end): Span) -> Location {
        let (line, column) = self.place(start);
        let (end_line, end_column) = self.place(end);
        Location { line, column, end_line, end_column }
    }

    fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.encode_utf16().count() + 1)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn takes(&mut self, character: char) -> bool {
        self.skip_space();
        let takes = self.text[self.at..].starts_with(character);
        self.at += usize::from(takes);
        takes
    }

    fn value(&mut self) -> Node {
        self.skip_space();
        let start = self.at;
        let kind = if self.takes('{') {
            let mut members = Vec::new();
            while !self.takes('}') {
                self.takes(',');
                self.skip_space();
                let start = self.at;
                let key = self.string();
                let span = (start, self.at);
                assert!(self.takes(':'));
                members.push((key, span, self.value()));
            }
            Kind::Object(members)
        } else if self.takes('[') {
            let mut elements = Vec::new();
            while !self.takes(']') {
                self.takes(',');
                elements.push(self.value());
            }
            Kind::Array(elements)
        } else if self.text[start..].starts_with('"') {
            self.string();
            Kind::Other
        } else {
            let rest = &self.text[start..];
            self.at += rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))).unwrap_or(rest.len());
            Kind::Other
        };
        Node { span: (start, self.at), kind }
    }

    fn string(&mut self) -> String {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while bytes[self.at] != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        let text = &self.text[start..self.at];
        serde_json::from_str(text).unwrap_or_else(|_| stood_in(text))
    }
}

/// Replaces each lone surrogate of a name by U+FFFD.
fn stood_in(text: &str) -> String {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let (mut name, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        name += before;
        let next = escape.get(6..).and_then(unit);
        let length = match (unit(escape), next) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                name += "\\ufffd";
                rest = &escape[6..];
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        name += &escape[..length];
        rest = &escape[length..];
    }
    serde_json::from_str(&(name + rest)).unwrap()
}
