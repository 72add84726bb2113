//! Converts Rust types and names to TypeScript.

use anyhow::{Result, bail};

/// Names of types whose Rust name says too little outside of its module.
const RENAMED: [(&str, &str); 38] = [
    ("Call", "PlanCall"),
    ("Change", "ComparisonChange"),
    ("Comments", "ProductComments"),
    ("CommonPrice", "ProductCommonPrice"),
    ("Configuration", "RenewalConfiguration"),
    ("Considered", "ConsideredKind"),
    ("File", "InputFile"),
    ("Format", "ReportFormat"),
    ("Layout", "CatalogueLayout"),
    ("Level", "RuleLevel"),
    ("Location", "ReportLocation"),
    ("LoginToken", "LoginTokenData"),
    ("Method", "RequestMethod"),
    ("Note", "TimelineNote"),
    ("Offer", "ComparisonOffer"),
    ("Operation", "CheckOperation"),
    ("Outcome", "ConsideredOutcome"),
    ("Paid", "TimelinePayment"),
    ("PatchOp", "PatchOperation"),
    ("Payment", "PaymentKind"),
    ("Period", "TimelinePeriod"),
    ("PeriodChange", "ComparisonPeriod"),
    ("PositionChange", "ComparisonPosition"),
    ("Presence", "ComparisonPresence"),
    ("Price", "ProductPrice"),
    ("Progress", "PlanProgress"),
    ("Rejection", "RejectionReason"),
    ("Role", "ProductRole"),
    ("ShownPrice", "ComparisonPrice"),
    ("ShownVariant", "ComparisonVariant"),
    ("Rule", "RuleInfo"),
    ("Situation", "ComparisonSituation"),
    ("Step", "PlanStep"),
    ("StepState", "PlanStepState"),
    ("Stop", "TimelineStop"),
    ("StopReason", "TimelineStopReason"),
    ("Undecided", "UndecidedReason"),
    ("Variant", "ProductVariant"),
];

/// Returns the TypeScript name of a type of the core.
pub(super) fn renamed(name: &str) -> &str {
    RENAMED.iter().find(|(from, _)| *from == name).map_or(name, |(_, to)| to)
}

/// Returns the TypeScript of a Rust type, whose source has no white space.
pub(super) fn kind(name: &str) -> Result<String> {
    // Drop the parameter for the type of codes: the package contains the core, so it never reads codes of another
    // version.
    let name = name.strip_suffix("<C>").unwrap_or(name);
    let inner = |prefix: &str| name.strip_prefix(prefix).and_then(|inner| inner.strip_suffix('>'));
    if let Some(inner) = inner("Option<") {
        return Ok(format!("{} | null", kind(inner)?));
    }
    if let Some(inner) = inner("Vec<") {
        let inner = kind(inner)?;
        return Ok(if inner.contains(' ') { format!("({inner})[]") } else { format!("{inner}[]") });
    }
    if let Some(outcome) = inner("Outcome<") {
        return result(outcome);
    }
    if let Some(inner) = inner("Raw<") {
        return kind(inner);
    }
    if let Some(inner) = inner("Retained<") {
        return Ok(format!("{} | 'gone'", kind(inner)?));
    }
    for (prefix, member) in [("AtPath<", "path"), ("WithEntry<", "entry")] {
        if let Some(inner) = inner(prefix) {
            return Ok(format!("{} & {{ {member}: string }}", kind(inner)?));
        }
    }
    for (prefix, name) in [("Flat<", "Flat"), ("Fixed<", "FixedText"), ("FailureOf<", "FailureOf")] {
        if let Some(inner) = inner(prefix) {
            return Ok(format!("{name}<{}>", kind(inner)?));
        }
    }
    if let Some(inner) = name.strip_prefix("&'static[").and_then(|name| name.strip_suffix(']')) {
        return Ok(format!("{}[]", kind(inner)?));
    }
    if let Some((element, count)) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')?.split_once(';')) {
        let elements = vec![kind(element)?; count.parse()?];
        return Ok(format!("[{}]", elements.join(", ")));
    }
    if let Some((first, second)) = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')?.split_once(',')) {
        return Ok(format!("[{}, {}]", kind(first)?, kind(second)?));
    }
    Ok(match name {
        "()" => "null".to_owned(),
        "BTreeMap<&'staticstr,&'staticstr>" => "{ [name: string]: string }".to_owned(),
        "TemplatesById" => "{ [messageId: string]: string }".to_owned(),
        "Document" | "SetupSource" => "unknown".to_owned(),
        "Known" => "{ readonly [identity: string]: number }".to_owned(),
        "Status" => "number".to_owned(),
        "Time" => "number | null".to_owned(),
        external if external.starts_with("lsp::") || external.starts_with("problems::") => external.replace("::", "."),
        "bool" => "boolean".to_owned(),
        "BaseUrl" | "String" | "Cow<'static,str>" | "&'staticstr" | "&str" | "LicenceTerm" | "Amount"
        | "CalendarDate" => "string".to_owned(),
        "u32" | "u64" | "i64" | "usize" | "ProductId" => "number".to_owned(),
        "Chain" => "number[]".to_owned(),
        texts if texts.contains("[&") => "string[]".to_owned(),
        "Localizations" => "{ [locale: string]: ProductComments }".to_owned(),
        "JsonText" => "unknown".to_owned(),
        known if known.chars().all(char::is_alphanumeric) => renamed(known).to_owned(),
        other => bail!("no TypeScript for the type `{other}`: add it to `kind` in xtask/src/generate/types.rs"),
    })
}

/// Converts the arguments of `Outcome`: the value, and the error class if it is named.
fn result(outcome: &str) -> Result<String> {
    let named = outcome.rsplit_once(",problems::").filter(|(_, class)| !class.contains('>'));
    Ok(match named {
        Some((value, class)) => format!("Result<{}, FailureOf<problems.{class}>>", kind(value)?),
        None => format!("Result<{}>", kind(outcome)?),
    })
}

/// Converts `snake_case` to `camelCase`, as the WebAssembly crate does for the names that it reads.
pub(super) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or("").to_owned();
    for word in words {
        let mut characters = word.chars();
        camel.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(characters.as_str());
    }
    camel
}

/// Converts `CamelCase` or `camelCase` to `kebab-case`.
pub(crate) fn kebab(name: &str) -> String {
    let split = name.char_indices().flat_map(|(at, c)| {
        let hyphen = (at > 0 && c.is_uppercase()).then_some('-');
        hyphen.into_iter().chain(c.to_lowercase())
    });
    split.collect()
}
