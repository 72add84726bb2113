//! Generates the TypeScript types of arguments and results.

use std::fmt::Write;

use anyhow::{Context, Result, bail};
use renewal_rules::{Code, Options, OptionsError, ParamType, Rule, Scope};

use super::HEADING;
use super::source::{Item, Items, Member, item};
use super::types::{camel, kebab, kind, renamed};

/// Types of a product, in the order of the output.
const PRODUCT: &str = "Product RenewSettings RenewAr Comments Variant Price CommonPrice";
/// Enums with string values.
const ENUMS: &str = "Operation Role Level Payment Consent Severity RenewalKind EffectiveKind Undecided Outcome \
    Rejection Configuration JsonType";
/// Types of a report.
const REPORT: &str = "Location Report CatalogueReport Considered Decision";
/// Enums of the entry point `tools` only.
const TOOL_ENUMS: &str = "Paid StopReason MonthCount Presence Call StepState LoginErrorKind ResponseErrorKind \
    Method Format";
/// Result types of the entry point `tools`.
const TOOL_DATA: &str = "Period Stop Timeline Situation ShownPrice ShownVariant Offer PeriodChange PositionChange \
    ProductComparison ComparisonDiagnostic Comparison Step Progress ServiceError RuleInfo";

/// Result types of the binding crate that the entry point `tools` exports.
const PUBLIC_DATA: &str = "ServiceRequest ProductUpdate";

/// Types of the studio only.
const SITE_DATA: &str = "Term Outline LadderStep SummaryCell Summary";

/// Error enums: the Rust type, the TypeScript type that lists the names of its variants, and the variants to leave out.
const ERRORS: [(&str, &str, &[&str]); 9] = [
    ("TimelineError", "TimelineErrorKind", &[]),
    ("CompareError", "CompareErrorKind", &["Old", "New"]),
    ("CredentialsError", "CredentialsErrorKind", &[]),
    ("LoginCode", "LoginCodeKind", &[]),
    ("PatchError", "PatchErrorKind", &[]),
    ("RequestError", "RequestErrorKind", &[]),
    ("UpdateError", "UpdateErrorKind", &[]),
    ("SetupError", "SetupErrorKind", &[]),
    ("PlanError", "PlanErrorKind", &[]),
];

/// Returns the text of `model.ts`.
pub(crate) fn model(items: &Items) -> Result<String> {
    let mut out = String::from(HEADING);
    out.push_str("import type { JsonText } from './json-text.js';\n");
    for name in PRODUCT.split(' ') {
        interface(&mut out, items, name, Optional::Lenient)?;
    }
    for name in ENUMS.split(' ') {
        string_enum(&mut out, items, name)?;
    }
    interface(&mut out, items, "Limits", Optional::All)?;
    options(&mut out, items)?;
    codes(&mut out);
    diagnostic(&mut out, items)?;
    patch(&mut out, items)?;
    for name in REPORT.split(' ') {
        interface(&mut out, items, name, Optional::Exact)?;
    }
    Ok(out)
}

/// Returns the text of `tools-model.ts`.
pub(crate) fn tools_model(items: &Items) -> Result<String> {
    let mut out = String::from(HEADING);
    out.push_str("import type { Code, Consent, Decision, Diagnostic, EffectiveKind, Limits, PaymentKind, RejectionReason, RenewalConfiguration, RenewalKind, RuleLevels, Severity, UndecidedReason } from './model.js';\n");
    for name in TOOL_ENUMS.split(' ') {
        string_enum(&mut out, items, name)?;
    }
    for name in ["TimelineOptions", "CompareOptions"] {
        interface(&mut out, items, name, Optional::All)?;
    }
    for (name, kinds, others) in ERRORS {
        error_kinds(&mut out, items, name, (kinds, others))?;
    }
    notes(&mut out, items)?;
    for name in TOOL_DATA.split(' ').chain(PUBLIC_DATA.split(' ')) {
        interface(&mut out, items, name, Optional::Exact)?;
    }
    changes(&mut out, items)?;
    Ok(out)
}

/// Returns the text of the studio's model.
pub(crate) fn site_model(items: &Items) -> Result<String> {
    let mut out = String::from(HEADING);
    out.push_str("import type { ConsideredOutcome, Consent, EffectiveKind, PaymentKind, RenewalConfiguration, RenewalKind } from '../../lib/model.js';\n");
    string_enum(&mut out, items, "TermUnit")?;
    for name in SITE_DATA.split(' ') {
        interface(&mut out, items, name, Optional::Exact)?;
    }
    Ok(out)
}

/// Writes the TypeScript type that lists the names of an error's variants, in kebab case.
fn error_kinds(out: &mut String, items: &Items, name: &str, (kinds, others): (&str, &[&str])) -> Result<()> {
    let item = begin(out, items, name)?;
    _ = write!(out, "export type {kinds} =");
    let variants = item.members.iter();
    for variant in variants.filter(|variant| !others.contains(&&*variant.name)) {
        let kind = kebab(&variant.name);
        out.push('\n');
        docs(out, &variant.docs, "  ");
        _ = write!(out, "  | '{kind}'");
    }
    out.push_str(";\n");
    Ok(())
}

/// Writes a blank line and the documentation of a type.
fn begin<'i>(out: &mut String, items: &'i Items, name: &str) -> Result<&'i Item> {
    let item = item(items, name)?;
    out.push('\n');
    docs(out, &item.docs, "");
    Ok(item)
}

/// Writes the type of notes: a code with its message.
fn notes(out: &mut String, items: &Items) -> Result<()> {
    let item = begin(out, items, "Note")?;
    out.push_str("export interface TimelineNote {\n  code:");
    one_of(out, item, "    ");
    out.push_str(";\n  /** Message that describes the assumption. */\n  message: string;\n}\n");
    Ok(())
}

/// Writes the type of changes: objects distinguished by the member `aspect`.
fn changes(out: &mut String, items: &Items) -> Result<()> {
    let item = begin(out, items, "Change")?;
    out.push_str("export type ComparisonChange =");
    for variant in &item.members {
        out.push('\n');
        docs(out, &variant.docs, "  ");
        _ = writeln!(out, "  | {{\n      aspect: '{}';", kebab(&variant.name));
        for field in &variant.fields {
            member(out, field, &camel(&field.name), Optional::Exact, "      ")?;
        }
        out.push_str("    }");
    }
    out.push_str(";\n");
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Optional {
    /// For input: an optional member may also be `undefined`.
    Lenient,
    /// For input: every member is optional.
    All,
    /// For output: an optional member is present or absent, never `undefined`.
    Exact,
}

pub(super) fn docs(out: &mut String, docs: &[String], indent: &str) {
    let text: Vec<&str> = docs.iter().map(String::as_str).take_while(|line| !line.starts_with("```")).collect();
    let end = text.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    match text.get(..end).unwrap_or_default() {
        [] => {}
        [line] => _ = writeln!(out, "{indent}/** {} */", plain(line)),
        lines => {
            _ = writeln!(out, "{indent}/**");
            for line in lines {
                let line = plain(line);
                _ = writeln!(out, "{indent} *{}{line}", if line.is_empty() { "" } else { " " });
            }
            _ = writeln!(out, "{indent} */");
        }
    }
}

/// Converts a line of documentation: removes Rust links and replaces `None` by its JavaScript counterpart.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once("[`") {
        text.push_str(before);
        let (name, after) = link.split_once("`]").unwrap_or((link, ""));
        _ = write!(text, "`{name}`");
        rest = match after.strip_prefix('(') {
            Some(target) => target.split_once(')').map_or("", |(_, after)| after),
            None => after,
        };
    }
    text.push_str(rest);
    text.replace("`None`", "`null`").replace("*/", "* /")
}

fn member(out: &mut String, member: &Member, name: &str, optional: Optional, indent: &str) -> Result<()> {
    docs(out, &member.docs, indent);
    let inner = member.kind.strip_prefix("Option<").and_then(|inner| inner.strip_suffix('>'));
    let (mark, kind) = match (optional, inner) {
        // The purchase date, the only date among the options, is required.
        (Optional::All, None) if member.kind == "CalendarDate" => ("", kind(&member.kind)?),
        (Optional::All, inner) => ("?", kind(inner.unwrap_or(&member.kind))? + " | undefined"),
        (Optional::Lenient, _) if member.optional => ("?", kind(&member.kind)? + " | undefined"),
        (Optional::Exact, inner) if member.optional => ("?", kind(inner.unwrap_or(&member.kind))?),
        _ => ("", kind(&member.kind)?),
    };
    _ = writeln!(out, "{indent}{name}{mark}: {kind};");
    Ok(())
}

pub(super) fn interface(out: &mut String, items: &Items, name: &str, optional: Optional) -> Result<()> {
    let item = begin(out, items, name)?;
    let own = name.rsplit_once("::").map_or(name, |(_, own)| own);
    _ = writeln!(out, "export interface {} {{", renamed(own));
    for one in &item.members {
        if one.name == "other" {
            continue;
        }
        let name = if optional == Optional::Lenient { one.name.clone() } else { camel(&one.name) };
        member(out, one, &name, optional, "  ")?;
    }
    out.push_str("}\n");
    Ok(())
}

pub(super) fn string_enum(out: &mut String, items: &Items, name: &str) -> Result<()> {
    let item = begin(out, items, name)?;
    _ = write!(out, "export type {} =", renamed(name));
    one_of(out, item, "  ");
    out.push_str(";\n");
    Ok(())
}

fn one_of(out: &mut String, words: &Item, indent: &str) {
    for word in &words.members {
        out.push('\n');
        docs(out, &word.docs, indent);
        _ = write!(out, "{indent}| '{}'", word.name);
    }
}

/// Lists the options that a call accepts, as reported by the error about an unknown option.
fn taken(scope: Scope) -> Result<Vec<String>> {
    match Options::from_json_for(scope, r#"{"":0}"#) {
        Err(OptionsError::Unknown { known, .. }) => {
            let names = known.split(", ").map(|name| name.trim_matches('`').to_owned());
            Ok(names.collect())
        }
        _ => bail!("there is an option without a name"),
    }
}

fn options(out: &mut String, items: &Items) -> Result<()> {
    let item = item(items, "options::Options")?;
    out.push_str("\n/** Levels of codes; other codes have the severity of their rule. */\n");
    out.push_str("export type RuleLevels = { [code in Exclude<Code, 'json-syntax'>]?: RuleLevel | undefined };\n");
    let of_product = taken(Scope::Product)?;
    let states = |what: &str| [format!("Options {what}. All are optional.")];
    for (heading, about, scope) in [
        ("CheckOptions", &item.docs[..], Scope::Product),
        ("DecisionOptions", &states("of a decision"), Scope::Decision),
        ("CatalogueOptions", &states("of the check of a catalogue"), Scope::Catalogue),
    ] {
        out.push('\n');
        docs(out, about, "");
        // Options that `CheckOptions` has as well are picked from `CheckOptions`.
        let (same, own): (Vec<_>, Vec<_>) =
            taken(scope)?.into_iter().partition(|name| scope != Scope::Product && of_product.contains(name));
        _ = write!(out, "export interface {heading} ");
        if !same.is_empty() {
            _ = write!(out, "extends Pick<CheckOptions, '{}'> ", same.join("' | '"));
        }
        out.push_str("{\n");
        for name in &own {
            if name == "current" {
                out.push_str("  /** The product before the update. If set, the check applies to the product that results from the update. */\n  current?: Product | Record<string, unknown> | JsonText | undefined;\n");
                continue;
            }
            let mut members = item.members.iter();
            let found = members.find(|member| camel(&member.name) == *name);
            let found = found.with_context(|| format!("there is no option `{name}`"))?;
            member(out, found, name, Optional::All, "  ")?;
        }
        out.push_str("}\n");
    }
    Ok(())
}

fn codes(out: &mut String) {
    out.push_str("\n/** The stable codes of diagnostics. */\nexport type Code = keyof ParamsByCode;\n");
    out.push_str("\n/** A code that has no parameters. */\nexport type NoParams = { [name in never]: never };\n");
    out.push_str("\n/** Params of the diagnostics of each code. */\nexport interface ParamsByCode {\n");
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        about(out, rule);
        if rule.params().is_empty() {
            _ = writeln!(out, "  '{}': NoParams;", rule.code);
            continue;
        }
        _ = writeln!(out, "  '{}': {{", rule.code);
        for param in rule.params() {
            let mark = if param.is_optional { "?" } else { "" };
            let about = param.about.trim();
            let kind = param_type(param.kind);
            _ = writeln!(out, "    /** {about} */\n    {}{mark}: {kind};", param.name);
        }
        out.push_str("  };\n");
    }
    out.push_str("}\n\n/** The `messageId`s of each code. */\nexport interface MessageIdsByCode {\n");
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        let ids = rule.templates.iter().map(|template| format!("'{}'", template.id));
        let ids = ids.collect::<Vec<_>>().join(" | ");
        _ = writeln!(out, "  '{}': {ids};", rule.code);
    }
    out.push_str("}\n\n/** A table of templates in another language by code and `messageId`. A message that it lacks stays English. */\nexport type Messages = { readonly [C in Code]?: { readonly [id in MessageIdsByCode[C]]?: string } };\n");
}

fn param_type(kind: ParamType) -> &'static str {
    match kind {
        ParamType::Number => "number",
        ParamType::List => "string[]",
        ParamType::RenewalKind => "RenewalKind",
        ParamType::Payment => "PaymentKind",
        ParamType::JsonType => "JsonType",
        _ => "string",
    }
}

fn about(out: &mut String, rule: &Rule) {
    _ = writeln!(out, "  /** {} (§{}). */", rule.title(), rule.section);
}

/// Member of a diagnostic that only JavaScript has.
const URL: &str = "  /**
   * URL of the page about the code. It is not enumerable: the JSON form of a report is the same in all languages. A copy
   * made by `structuredClone` or by spreading lacks it.
   */
  readonly url: string;
";

fn diagnostic(out: &mut String, items: &Items) -> Result<()> {
    let item = begin(out, items, "Diagnostic")?;
    out.push_str("export interface DiagnosticOf<C extends Code> {\n");
    for one in &item.members {
        let mut one = one.clone();
        let name = one.name.clone();
        match name.as_str() {
            "code" => "C".clone_into(&mut one.kind),
            "message_id" => {
                docs(out, &one.docs, "  ");
                out.push_str("  messageId: MessageIdsByCode[C];\n");
                continue;
            }
            "params" => {
                docs(out, &one.docs, "  ");
                out.push_str("  params: ParamsByCode[C];\n");
                continue;
            }
            "fix" | "location" => one.optional = true,
            _ => {}
        }
        member(out, &one, &name, Optional::Exact, "  ")?;
    }
    out.push_str(URL);
    out.push_str("}\n\n/** A diagnostic; its code determines its params. */\n");
    out.push_str("export type Diagnostic = { [C in Code]: DiagnosticOf<C> }[Code];\n");
    Ok(())
}

fn patch(out: &mut String, items: &Items) -> Result<()> {
    let item = begin(out, items, "PatchOp")?;
    out.push_str("export type PatchOperation =");
    for variant in &item.members {
        out.push('\n');
        docs(out, &variant.docs, "  ");
        _ = write!(out, "  | {{ op: '{}'", variant.name.to_lowercase());
        for field in &variant.fields {
            _ = write!(out, "; {}: {}", field.name, kind(&field.kind)?);
        }
        out.push_str(" }");
    }
    out.push_str(";\n");
    Ok(())
}
