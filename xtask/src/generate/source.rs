//! Reads from the core's Rust source what a running program cannot know: the documentation of public types and
//! of their members.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs,
    path::Path,
};

use anyhow::{Context, Result, bail};

/// A documented type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Item {
    pub(crate) docs: Vec<String>,
    pub(crate) attributes: Vec<String>,
    pub(crate) members: Vec<Member>,
    /// The folder of its file; empty for the folder that was read.
    folder: String,
    /// Whether another type has the same name, and none of the two is that of the whole.
    pub(crate) ambiguous: bool,
}

/// A field, or a variant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Member {
    pub(crate) docs: Vec<String>,
    /// Its name in JSON.
    pub(crate) name: String,
    /// The Rust type, without spaces; of a variant, what it holds.
    pub(crate) kind: String,
    /// Whether it may be left out.
    pub(crate) optional: bool,
    /// The fields of a variant.
    pub(crate) fields: Vec<Member>,
}

/// The types of a source tree by name.
pub(crate) type Items = BTreeMap<String, Item>;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Doc(String),
    Attribute(String),
    Word(String),
    Text(String),
    Mark(char),
}

/// Reads all public structs and enums of the sources in `folder`.
pub(crate) fn read(folder: &Path) -> Result<Items> {
    let mut items = Items::new();
    read_folder(folder, "", &mut items)?;
    Ok(items)
}

fn read_folder(folder: &Path, name: &str, items: &mut Items) -> Result<()> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            read_folder(&path, &name, items)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path)?;
            parse(&text, name, items).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// The type of this name: of a folder as `folder::Name`, but `Name` is enough where the folder that was
/// read has none.
pub(crate) fn item<'i>(items: &'i Items, name: &str) -> Result<&'i Item> {
    let item = items
        .get(name)
        .with_context(|| format!("the core has no public type `{name}`"))?;
    if item.ambiguous {
        bail!("the core has more than one public type `{name}`");
    }
    Ok(item)
}

fn parse(text: &str, folder: &str, items: &mut Items) -> Result<()> {
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
    };
    let (mut docs, mut attributes, mut public) = (Vec::new(), Vec::new(), false);
    while let Some(token) = reader.next() {
        let found = match token {
            Token::Doc(line) => {
                docs.push(line);
                continue;
            }
            Token::Attribute(attribute) => {
                attributes.push(attribute);
                continue;
            }
            Token::Word(word) if word == "derive" => {
                reader.skip_group();
                continue;
            }
            Token::Word(word) if word == "pub" => {
                public = reader.peek() != Some(&Token::Mark('('));
                if !public {
                    reader.skip_group();
                }
                continue;
            }
            Token::Word(word) if word == "struct" || word == "enum" => {
                reader.item()?.filter(|_| public)
            }
            // A list of words: `Name { Variant = "word", … }`.
            Token::Word(name) if !docs.is_empty() && reader.peek() == Some(&Token::Mark('{')) => {
                reader.at += 1;
                Some((name, reader.members()?))
            }
            Token::Word(_) | Token::Text(_) | Token::Mark(_) => None,
        };
        let item = Item {
            docs: std::mem::take(&mut docs),
            attributes: std::mem::take(&mut attributes),
            folder: folder.to_owned(),
            ..Item::default()
        };
        public = false;
        if let Some((name, members)) = found {
            let item = Item { members, ..item };
            add(items, format!("{folder}::{name}"), item.clone());
            add(items, name, item);
        }
    }
    Ok(())
}

fn add(items: &mut Items, name: String, item: Item) {
    match items.entry(name) {
        Entry::Vacant(place) => _ = place.insert(item),
        Entry::Occupied(mut known) => {
            match (known.get().folder.is_empty(), item.folder.is_empty()) {
                (true, false) => {}
                (false, true) => _ = known.insert(item),
                _ => known.get_mut().ambiguous = true,
            }
        }
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

impl Reader {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// A type after `struct` or `enum`; nothing where it has no named members.
    fn item(&mut self) -> Result<Option<(String, Vec<Member>)>> {
        let Some(Token::Word(name)) = self.next() else {
            return Ok(None);
        };
        while let Some(token) = self.next() {
            match token {
                Token::Mark('{') => return Ok(Some((name, self.members()?))),
                Token::Mark(';' | '(' | '$') => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    /// The members up to the closing brace.
    fn members(&mut self) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        let mut member = Member::default();
        let mut camel_from = None;
        let mut is_skipped = false;
        loop {
            match self.next().context("a type has no end")? {
                Token::Mark('}') => return Ok(members),
                Token::Doc(line) => member.docs.push(line),
                Token::Attribute(attribute) => {
                    member.optional |= attribute.contains("skip_serializing_if");
                    is_skipped |= attribute.contains("serde(skip)");
                    if let Some((_, renamed)) = attribute.split_once("rename=\"") {
                        camel_from = renamed.split('"').next().map(str::to_owned);
                    }
                }
                Token::Word(word) if word == "pub" => {
                    if self.peek() == Some(&Token::Mark('(')) {
                        self.skip_group();
                    }
                }
                Token::Word(word) if word == "optional" || word == "required" => {
                    member.optional = word == "optional";
                    if let Some(Token::Word(_)) = self.peek() {
                        self.at += 1;
                    }
                }
                Token::Word(word) => member.name = word,
                Token::Text(json) => camel_from = Some(json),
                Token::Mark(':') => {
                    member.kind = self.kind();
                    let finished = finish(&mut member, &mut camel_from);
                    if !std::mem::take(&mut is_skipped) {
                        members.push(finished);
                    }
                }
                Token::Mark('=') => {
                    if let Some(Token::Text(word)) = self.next() {
                        camel_from = Some(word);
                    }
                }
                Token::Mark('(') => member.kind = self.group(),
                Token::Mark('{') => member.fields = self.members()?,
                Token::Mark(',') if member.name.is_empty() => {}
                Token::Mark(',') => members.push(finish(&mut member, &mut camel_from)),
                // A macro's own pattern is not a type.
                Token::Mark('$') => {
                    self.skip_to_end();
                    return Ok(Vec::new());
                }
                Token::Mark(other) => bail!("unexpected `{other}` in a type"),
            }
            // The last variant may have no comma.
            if self.peek() == Some(&Token::Mark('}')) && !member.name.is_empty() {
                members.push(finish(&mut member, &mut camel_from));
            }
        }
    }

    /// A field's type, up to the comma or the closing brace.
    fn kind(&mut self) -> String {
        let (mut kind, mut depth) = (String::new(), 0_i32);
        while let Some(token) = self.peek().cloned() {
            match token {
                Token::Mark(',') if depth == 0 => {
                    self.at += 1;
                    break;
                }
                Token::Mark('}') if depth == 0 => break,
                // The arrow of a function type closes nothing.
                Token::Mark('>') if kind.ends_with('-') => kind.push('>'),
                Token::Mark(mark) => {
                    depth += i32::from("<([{".contains(mark)) - i32::from(">)]}".contains(mark));
                    kind.push(mark);
                }
                Token::Word(word) => {
                    if kind.ends_with(|last: char| last.is_alphanumeric()) {
                        kind.push(' ');
                    }
                    kind.push_str(&word);
                }
                _ => {}
            }
            self.at += 1;
        }
        kind
    }

    /// What stands in the parentheses that have just been opened.
    fn group(&mut self) -> String {
        let (mut kind, mut depth) = (String::new(), 1);
        while let Some(token) = self.next() {
            match token {
                Token::Mark('(') => depth += 1,
                Token::Mark(')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            match token {
                Token::Mark(mark) => kind.push(mark),
                Token::Word(word) => kind.push_str(&word),
                _ => {}
            }
        }
        kind
    }

    fn skip_group(&mut self) {
        self.at += 1;
        self.group();
    }

    fn skip_to_end(&mut self) {
        let mut depth = 1;
        while let Some(token) = self.next() {
            match token {
                Token::Mark('{') => depth += 1,
                Token::Mark('}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
}

fn finish(member: &mut Member, renamed: &mut Option<String>) -> Member {
    let mut done = std::mem::take(member);
    if let Some(name) = renamed.take() {
        done.name = name;
    }
    done
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            _ if rest.starts_with("///") && !rest.starts_with("////") => {
                let line = rest.lines().next().unwrap_or("");
                let doc = line.trim_start_matches('/');
                (
                    Some(Token::Doc(doc.strip_prefix(' ').unwrap_or(doc).to_owned())),
                    line.len(),
                )
            }
            _ if rest.starts_with("//") => (None, rest.lines().next().map_or(0, str::len)),
            _ if rest.starts_with("#[") => {
                let length = balanced(rest, '[', ']');
                let text: String = rest
                    .chars()
                    .take(length)
                    .filter(|c| !c.is_whitespace())
                    .collect();
                (Some(Token::Attribute(text)), length)
            }
            _ if rest.starts_with("r#\"") => {
                let length = rest.find("\"#").map_or(rest.len(), |end| end + 2);
                (Some(Token::Text(String::new())), length)
            }
            '"' => {
                let (text, length) = string(rest);
                (Some(Token::Text(text)), length)
            }
            '\'' => (None, quote(rest)),
            c if c.is_alphanumeric() || c == '_' => {
                let word: String = rest
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let length = word.len();
                (Some(Token::Word(word)), length)
            }
            c if c.is_whitespace() => (None, c.len_utf8()),
            c => (Some(Token::Mark(c)), c.len_utf8()),
        };
        tokens.extend(token);
        rest = rest.get(length.max(1)..).unwrap_or("");
    }
    tokens
}

/// How far a group reaches that `rest` begins with, in bytes (attributes are ASCII).
fn balanced(rest: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
    }
    rest.len()
}

/// The string literal that `rest` begins with, and its length.
fn string(rest: &str) -> (String, usize) {
    let (mut text, mut escaped) = (String::new(), false);
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => {
                escaped = true;
                continue;
            }
            '"' => return (text, at + 1),
            _ => {}
        }
        text.push(c);
    }
    (text, rest.len())
}

/// The length of a character literal, or of a lifetime's mark.
fn quote(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => {
            characters.next();
            characters
                .find(|(_, c)| *c == '\'')
                .map_or(1, |(at, _)| at + 1)
        }
        Some(_) => match characters.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}
