//! Parses the documentation of public types and their members from the Rust source.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Expr, ExprLit, Fields, Ident, Lit, LitStr, Meta, Token, Type, Variant, Visibility, braced,
    parenthesized, punctuated::Punctuated, token::Paren,
};

use crate::tools::Tree;

/// A documented type.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) docs: Vec<String>,
    pub(crate) members: Vec<Member>,
    /// Directory of the file that defines the type.
    folder: String,
}

/// A field or an enum variant.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) docs: Vec<String>,
    /// Name in JSON.
    pub(crate) name: String,
    /// Rust type; empty for an enum variant.
    pub(crate) kind: String,
    /// True if the member may be absent.
    pub(crate) optional: bool,
    /// Fields of an enum variant.
    pub(crate) fields: Vec<Member>,
}

/// Folder of the types of the binding crate. These types are read even if they are not public.
pub(crate) const BINDING: &str = "wasm";

/// Type of the core that is read although it is not public: the JSON form of a rule.
const JSON_FORM: &str = "RuleInfo";

/// Types of a source tree by name; several types may share a name.
pub(crate) type Items = BTreeMap<String, Vec<Item>>;

/// Reads all public structs and enums of the core and of the crates around it. If a type is defined at the top level of
/// a crate, its folder is the name of the crate.
pub(crate) fn read(tree: &Tree) -> Result<Items> {
    let mut items = Items::new();
    read_folder(&tree.root.join("src"), "", &mut items)?;
    for name in ["editor", "formatters", "json", "preview", "service"] {
        read_folder(&tree.root.join("crates").join(name).join("src"), name, &mut items)?;
    }
    read_folder(&tree.wasm().join("src"), BINDING, &mut items)?;
    Ok(items)
}

fn read_folder(folder: &Path, name: &str, items: &mut Items) -> Result<()> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
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

/// Looks up a type by `Name`, or by `folder::Name` if the name is ambiguous.
pub(crate) fn item<'i>(items: &'i Items, name: &str) -> Result<&'i Item> {
    let (folder, own) = name.rsplit_once("::").unwrap_or(("", name));
    let all: Vec<_> = items.get(own).into_iter().flatten().collect();
    let of_folder: Vec<_> = all.iter().copied().filter(|item| item.folder == folder).collect();
    let public: Vec<_> = all.iter().copied().filter(|item| item.folder != BINDING).collect();
    match (of_folder.as_slice(), public.as_slice(), all.as_slice()) {
        ([item], ..) => Ok(item),
        ([], [item], _) | ([], [], [item]) if folder.is_empty() => Ok(item),
        _ => bail!(
            "expected exactly one public type `{name}` in the crates; write `folder::Name` if several share a name"
        ),
    }
}

fn parse(text: &str, folder: &str, items: &mut Items) -> Result<()> {
    let is_public = |visibility: &Visibility, name: &Ident| match visibility {
        Visibility::Public(_) => true,
        Visibility::Restricted(_) => folder == BINDING || name == JSON_FORM,
        Visibility::Inherited => false,
    };
    for item in syn::parse_file(text)?.items {
        let (attributes, name, members) = match item {
            syn::Item::Struct(item) if is_public(&item.vis, &item.ident) => {
                (item.attrs, item.ident, fields(&item.fields))
            }
            syn::Item::Enum(item) if is_public(&item.vis, &item.ident) => {
                (item.attrs, item.ident, variants(item.variants.iter()))
            }
            syn::Item::Macro(item) if ["keywords", "keyword_enum"].iter().any(|name| item.mac.path.is_ident(name)) => {
                let Body(attributes, name, words) = item.mac.parse_body()?;
                (attributes, name, variants(words.iter().map(|Word(word)| word)))
            }
            syn::Item::Macro(item) if item.mac.path.is_ident("object") => {
                let Body(attributes, name, fields) = item.mac.parse_body()?;
                (attributes, name, fields.into_iter().collect())
            }
            syn::Item::Macro(item) if item.mac.path.is_ident("options") => {
                let Options(attributes, name, rows) = item.mac.parse_body()?;
                (attributes, name, rows)
            }
            _ => continue,
        };
        items.entry(name.to_string()).or_default().push(Item {
            docs: docs(&attributes),
            members,
            folder: folder.to_owned(),
        });
    }
    Ok(())
}

/// Input of the macros that define types: `Name { … }`, `derive(…) pub struct Name { … }`, or `Name { … } fn name`
/// if the values have texts.
struct Body<T>(Vec<Attribute>, Ident, Punctuated<T, Token![,]>);

impl<T: Parse> Parse for Body<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if input.peek2(Paren) {
            input.parse::<Meta>()?;
        }
        if input.parse::<Option<Token![pub]>>()?.is_some() {
            input.parse::<Token![struct]>()?;
        }
        let name = input.parse()?;
        let members;
        braced!(members in input);
        let members = members.call(Punctuated::parse_terminated)?;
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        if input.parse::<Option<Token![fn]>>()?.is_some() {
            input.parse::<Ident>()?;
        }
        Ok(Self(attributes, name, members))
    }
}

/// Parses an enum value and, after `=>`, its text.
struct Word(Variant);

impl Parse for Word {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word = input.parse()?;
        if input.parse::<Option<Token![=>]>>()?.is_some() {
            input.parse::<Expr>()?;
        }
        Ok(Self(word))
    }
}

/// Parses a field of `object!`: `optional field "key": Type`.
impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let docs = docs(&input.call(Attribute::parse_outer)?);
        let optional = input.parse::<Ident>()? == "optional";
        input.parse::<Ident>()?;
        let name = input.parse::<LitStr>()?.value();
        input.parse::<Token![:]>()?;
        Ok(Self { docs, name, kind: compact(&input.parse::<Type>()?), optional, fields: Vec::new() })
    }
}

/// Parses a struct of `options!`: rows `pub field "key": Type …;`.
struct Options(Vec<Attribute>, Ident, Vec<Member>);

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if input.peek2(Paren) {
            input.parse::<Meta>()?;
        }
        input.parse::<Visibility>()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        let rows;
        braced!(rows in input);
        let mut members = Vec::new();
        while !rows.is_empty() {
            let docs = docs(&rows.call(Attribute::parse_outer)?);
            rows.parse::<Visibility>()?;
            let name = rows.parse::<Ident>()?.to_string();
            rows.parse::<LitStr>()?;
            rows.parse::<Token![:]>()?;
            let kind = compact(&rows.parse::<Type>()?);
            members.push(Member { docs, name, optional: kind.starts_with("Option<"), kind, fields: Vec::new() });
            // Skip the row's setter and parser.
            while rows.parse::<Option<Token![;]>>()?.is_none() {
                rows.parse::<TokenTree>()?;
            }
        }
        Ok(Self(attributes, name, members))
    }
}

fn variants<'v>(variants: impl Iterator<Item = &'v Variant>) -> Vec<Member> {
    let member = |variant: &Variant| Member {
        docs: docs(&variant.attrs),
        name: match &variant.discriminant {
            Some((_, Expr::Lit(ExprLit { lit: Lit::Str(word), .. }))) => word.value(),
            _ => named(&variant.ident, &variant.attrs),
        },
        kind: String::new(),
        optional: false,
        fields: fields(&variant.fields),
    };
    variants.map(member).collect()
}

/// Returns the named fields, except those that serde skips.
fn fields(fields: &Fields) -> Vec<Member> {
    let mut members = Vec::new();
    for field in fields {
        let has_attribute = |text| field.attrs.iter().any(|attribute| compact(attribute).contains(text));
        if let Some(name) = field.ident.as_ref().filter(|_| !has_attribute("serde(skip)")) {
            members.push(Member {
                docs: docs(&field.attrs),
                name: named(name, &field.attrs),
                kind: compact(&field.ty),
                optional: has_attribute("skip_serializing_if"),
                fields: Vec::new(),
            });
        }
    }
    members
}

/// Returns the name given by the serde attribute `rename`, otherwise the identifier.
fn named(own: &Ident, attributes: &[Attribute]) -> String {
    let renamed = attributes.iter().find_map(|attribute| {
        let text = compact(attribute);
        Some(text.split_once("rename=\"")?.1.split_once('"')?.0.to_owned())
    });
    renamed.unwrap_or_else(|| own.to_string())
}

/// A call of the binding crate.
pub(crate) struct Call {
    pub(crate) docs: Vec<String>,
    /// Name by which JavaScript calls it: that of the exported function or, for an operation of `tools.wasm`, its
    /// Rust module and name, such as `render.rule`.
    pub(crate) name: String,
    pub(crate) arguments: Arguments,
    /// Rust type of the result.
    pub(crate) result: String,
    /// True if no module but the studio's has the call.
    pub(crate) is_studio_only: bool,
}

/// Arguments of a call besides its input and options.
pub(crate) enum Arguments {
    /// Name of the only argument, a text; `None` if there is no argument.
    Text(Option<String>),
    /// Arguments by name, with their Rust types.
    Named(Vec<(String, String)>),
}

/// Reads the tables of calls from the macros `exports` and `operations` of the binding crate. If several files declare
/// an export, it is read once.
pub(crate) fn calls(tree: &Tree) -> Result<Vec<Call>> {
    let mut calls: Vec<Call> = Vec::new();
    // Read the studio last, so that exports which other modules also have are not taken as those of the studio only.
    for name in ["lib", "package", "tools", "studio", "operations"] {
        let path = tree.wasm().join("src").join(name).with_extension("rs");
        let file = syn::parse_file(&fs::read_to_string(&path)?).with_context(|| path.display().to_string())?;
        for item in file.items {
            let syn::Item::Macro(item) = item else { continue };
            let table = if item.mac.path.is_ident("exports") {
                item.mac.parse_body_with(exports)?
            } else if item.mac.path.is_ident("operations") {
                item.mac.parse_body_with(operations)?
            } else {
                continue;
            };
            for call in table {
                if calls.iter().all(|known| known.name != call.name) {
                    calls.push(Call { is_studio_only: name == "studio", ..call });
                }
            }
        }
    }
    Ok(calls)
}

/// Parses rows `name(argument) -> Type: |call| work;`.
fn exports(input: ParseStream<'_>) -> syn::Result<Vec<Call>> {
    let mut calls = Vec::new();
    while !input.is_empty() {
        let docs = docs(&input.call(Attribute::parse_outer)?);
        let name = input.parse::<Ident>()?.to_string();
        let argument;
        parenthesized!(argument in input);
        let argument = argument.parse::<Option<Ident>>()?.map(|name| name.to_string());
        input.parse::<Token![->]>()?;
        let result = compact(&input.parse::<Type>()?);
        while input.parse::<Option<Token![;]>>()?.is_none() {
            input.parse::<TokenTree>()?;
        }
        calls.push(Call { docs, name, arguments: Arguments::Text(argument), result, is_studio_only: false });
    }
    Ok(calls)
}

/// Parses rows `module::name(argument: Type, …) -> Type;`.
fn operations(input: ParseStream<'_>) -> syn::Result<Vec<Call>> {
    let mut calls = Vec::new();
    while !input.is_empty() {
        let docs = docs(&input.call(Attribute::parse_outer)?);
        let module = input.parse::<Ident>()?;
        input.parse::<Token![::]>()?;
        let name = format!("{module}.{}", input.parse::<Ident>()?);
        let arguments;
        parenthesized!(arguments in input);
        let arguments = arguments.parse_terminated(Argument::parse, Token![,])?;
        let arguments = arguments.into_iter().map(|Argument(name, kind)| (name, kind)).collect();
        input.parse::<Token![->]>()?;
        let result = compact(&input.parse::<Type>()?);
        input.parse::<Token![;]>()?;
        calls.push(Call { docs, name, arguments: Arguments::Named(arguments), result, is_studio_only: false });
    }
    Ok(calls)
}

/// An argument with its type.
struct Argument(String, String);

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse::<Ident>()?.to_string();
        input.parse::<Token![:]>()?;
        Ok(Self(name, compact(&input.parse::<Type>()?)))
    }
}

fn docs(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(value) if value.path.is_ident("doc") => match &value.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
            _ => None,
        },
        _ => None,
    };
    let lines = attributes.iter().filter_map(line);
    lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).collect()
}

/// Returns the source of a syntax node without white space.
fn compact(node: &impl ToTokens) -> String {
    let text = node.to_token_stream().to_string();
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
