//! The order of the core's rooms: what its files name of one another, read from the tokens of their source, those
//! of macros included. A room names the rooms below it alone, and within a room no file leads back to itself.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

use anyhow::{Context, Result, anyhow, bail};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tools::Tree;

/// The names of a path, or of a module, from the crate's root on.
type Names = Vec<String>;

/// Each file by its module.
type Files = BTreeMap<Names, File>;

#[derive(Default)]
struct File {
    /// The paths that it names, as it writes them.
    named: BTreeSet<Names>,
    /// The paths that it hands on with `pub use`, by the name that they get.
    handed_on: BTreeMap<String, Names>,
}

/// Fails where an arrow runs up, or where files of one room go in a circle.
pub(crate) fn check(tree: &Tree) -> Result<()> {
    let source = tree.root.join("src");
    let rooms = rooms(&fs::read_to_string(source.join("lib.rs"))?);
    let mut files = Files::new();
    read_folder(&source, &[], &mut files)?;
    let mut wrong = BTreeSet::new();
    let mut arrows: BTreeMap<&Names, BTreeSet<&Names>> = BTreeMap::new();
    for (module, file) in &files {
        let from = module.join("::");
        let floor = |module: &[String]| rooms.iter().position(|room| Some(room) == module.first());
        let Some(own) = floor(module) else {
            wrong.insert(format!("{from} is in no room of the table in src/lib.rs"));
            continue;
        };
        for path in &file.named {
            let Some(path) = absolute(&files, module, path) else { continue };
            match floor(&path) {
                None => wrong.insert(format!("{from} names {} through the root", path.join("::"))),
                Some(other) if other < own => wrong.insert(format!("{from} names {}, above it", path.join("::"))),
                Some(other) if other == own => {
                    let target = target(&files, path).filter(|target| *target != module);
                    target.is_some_and(|target| arrows.entry(module).or_default().insert(target))
                }
                Some(_) => false,
            };
        }
    }
    for circle in circles(&arrows) {
        wrong.insert(format!("a circle: {circle}"));
    }
    if !wrong.is_empty() {
        bail!("{}", Vec::from_iter(wrong).join("\n"));
    }
    Ok(())
}

/// The rooms from the highest to the lowest: the first cells of the table in the documentation of the crate.
fn rooms(text: &str) -> Names {
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let rooms = rows.filter_map(|row| Some(row.split_once("/`")?.0.to_owned()));
    rooms.collect()
}

fn read_folder(folder: &Path, module: &[String], files: &mut Files) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut inner = module.to_vec();
        if name != "mod" {
            inner.push(name.clone().into_owned());
        }
        if path.is_dir() {
            read_folder(&path, &inner, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") && name != "lib" {
            let text = fs::read_to_string(&path)?;
            let tokens = text.parse().map_err(|error| anyhow!("{error}"));
            let mut file = File::default();
            file.read(tokens.with_context(|| path.display().to_string())?);
            files.insert(inner, file);
        }
    }
    Ok(())
}

impl File {
    /// Looks for paths among tokens, those in brackets included; the tests in a file may name what they like.
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        let (mut is_test, mut is_public) = (false, false);
        while let [token, after @ ..] = rest {
            rest = after;
            match token {
                TokenTree::Group(group) if is_test && group.delimiter() == Delimiter::Brace => {
                    is_test = false;
                }
                TokenTree::Group(group) => {
                    is_test |= group.stream().to_string() == "cfg (test)";
                    self.read(group.stream());
                }
                TokenTree::Ident(word) if word == "pub" => is_public = true,
                TokenTree::Ident(word) if word == "use" => {
                    let end = after.iter().position(|token| is_mark(token, ';'));
                    let (tree, after) = after.split_at(end.unwrap_or_default());
                    rest = after;
                    self.tree(tree, &[], is_public);
                }
                TokenTree::Ident(word) if word == "crate" || word == "super" => {
                    let mut path = vec![word.to_string()];
                    while let [a, b, TokenTree::Ident(name), after @ ..] = rest
                        && is_mark(a, ':')
                        && is_mark(b, ':')
                    {
                        path.push(name.to_string());
                        rest = after;
                    }
                    // The word alone says how far something can be seen.
                    if path.len() > 1 {
                        self.named.insert(path);
                    }
                }
                token if is_mark(token, ';') => (is_test, is_public) = (false, false),
                _ => {}
            }
        }
    }

    /// Reads a tree of `use` below a path.
    fn tree(&mut self, tokens: &[TokenTree], above: &[String], is_public: bool) {
        let mut path = above.to_vec();
        let mut name = None;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if word == "as" => name = Some(String::new()),
                TokenTree::Ident(word) if name.is_some() => name = Some(word.to_string()),
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let trees = inner.split(|token| is_mark(token, ','));
                    for tree in trees.filter(|tree| !tree.is_empty()) {
                        self.tree(tree, &path, is_public);
                    }
                    return;
                }
                _ => {}
            }
        }
        match name.or_else(|| path.last().cloned()) {
            Some(name) if is_public => drop(self.handed_on.insert(name, path)),
            Some(_) => drop(self.named.insert(path)),
            None => {}
        }
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// A path from the crate's root on; `None` where it is that of another crate.
fn absolute(files: &Files, module: &[String], path: &[String]) -> Option<Names> {
    let (first, rest) = path.split_first()?;
    if first == "crate" {
        return Some(rest.to_vec());
    }
    let ups = path.iter().take_while(|name| *name == "super").count();
    let base = module.get(..module.len().checked_sub(ups)?)?;
    let names = [base, path.get(ups..)?].concat();
    let is_local = ups > 0 || files.contains_key([base, std::slice::from_ref(first)].concat().as_slice());
    is_local.then_some(names)
}

/// The file in which a path ends, what is handed on followed to where it comes from.
fn target(files: &Files, mut path: Names) -> Option<&Names> {
    loop {
        let lengths = (1..=path.len()).rev();
        let mut modules = lengths.filter_map(|length| files.get_key_value(path.get(..length)?));
        let (module, file) = modules.next()?;
        let name = path.get(module.len());
        let handed_on = name.and_then(|name| file.handed_on.get(name));
        match handed_on.and_then(|path| absolute(files, module, path)) {
            Some(next) => path = next,
            None => return Some(module),
        }
    }
}

/// The circles among files: what remains when those that lead nowhere are taken away, again and again.
fn circles(arrows: &BTreeMap<&Names, BTreeSet<&Names>>) -> Vec<String> {
    let mut left = arrows.clone();
    loop {
        let known: BTreeSet<&Names> = left.keys().copied().collect();
        let before = known.len();
        for targets in left.values_mut() {
            targets.retain(|target| known.contains(target));
        }
        left.retain(|_, targets| !targets.is_empty());
        if left.len() == before {
            break;
        }
    }
    let text = |names: &Names| names.join("::");
    let arrow = |(from, to): (&&Names, &BTreeSet<&Names>)| {
        let to: Vec<String> = to.iter().map(|to| text(to)).collect();
        format!("{} -> {}", text(from), to.join(", "))
    };
    left.iter().map(arrow).collect()
}
