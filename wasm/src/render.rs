//! Renders the output of the command line in chunks, so that only a few files are in memory at a time.

use std::collections::BTreeSet;

use renewal_rules::{
    CatalogueReport, Code, Consent, Decision, Expected, Input, KeywordError, Layout, OptionsError, Report, Scope,
    Undecided, contents, effective_kind, products,
};
use renewal_rules_editor::{Outline, outline};
use renewal_rules_formatters::{
    CallFormat, CheckedFile, Format, Renderer, Style, Tally, reference_page, render_calls, rule_list, rule_page,
    sanitize,
};
use renewal_rules_preview::SvgOptions;
use renewal_rules_preview::timeline;
use renewal_rules_service::Plan;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::files::{self, RenderedFiles};
use crate::object::Object;
use crate::output::{Answer, Output};
use crate::sources::{File, promises_lines};
use crate::{Call, invalid_options};

/// Format and style of the rendered text.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OutputStyle {
    /// Name of the format, `stylish` by default.
    pub(crate) format: Option<String>,
    /// Set to use terminal colours.
    pub(crate) color: Option<bool>,
    /// Set to show errors only.
    pub(crate) quiet: Option<bool>,
}

impl OutputStyle {
    fn format(&self) -> Result<Format, String> {
        let format = self.format.as_deref().map(str::parse).transpose();
        Ok(format.map_err(|error| invalid_keyword("format", &error))?.unwrap_or_default())
    }

    fn renderer(&self, tally: Tally) -> Result<Renderer, String> {
        let style = Style::default().with_color(self.color.unwrap_or_default());
        let style = style.with_quiet(self.quiet.unwrap_or_default());
        Ok(Renderer::resume(self.format()?, style, tally))
    }
}

/// A rendered chunk, with the counts of all files so far.
#[derive(Serialize)]
pub(crate) struct Rendered {
    pub(crate) text: String,
    pub(crate) tally: Tally,
}

/// Rendered effective kinds of the products in a file.
#[derive(Serialize)]
pub(crate) struct Decisions {
    pub(crate) text: String,
    /// Set if a product is malformed, so that its effective kind is undecided.
    pub(crate) malformed: bool,
}

/// Rendered timelines of products.
#[derive(Serialize)]
pub(crate) struct RenderedTimelines {
    pub(crate) text: String,
    /// Error messages, one for each product without a timeline.
    pub(crate) problems: Vec<String>,
    /// Set if a product is malformed, so that its effective kind is undecided.
    pub(crate) malformed: bool,
}

/// Parses the buyer's consent to auto renewal.
fn read_consent(consent: Option<&str>) -> Result<Option<Consent>, String> {
    consent.map(str::parse).transpose().map_err(|error| invalid_keyword("consent", &error))
}

/// Creates the error for an option that has another value than its keywords.
fn invalid_keyword(name: &str, error: &KeywordError) -> String {
    invalid_options(OptionsError::Invalid { name: name.to_owned(), expected: Expected::OneOf(error.known) })
}

pub(crate) fn check_options(call: &Call<'_>, consent: Option<String>) -> Answer<()> {
    read_consent(consent.as_deref())?;
    call.options(Scope::Product).map(|_| Output::from_value(&()))
}

pub(crate) fn begin(_: &Call<'_>, style: OutputStyle) -> Answer<Rendered> {
    let renderer = style.renderer(Tally::default())?;
    Ok(Output::from_value(&Rendered { text: renderer.begin(), tally: renderer.tally().clone() }))
}

pub(crate) fn files(
    call: &Call<'_>,
    files: Vec<File>,
    is_catalogue: bool,
    consent: Option<String>,
    style: OutputStyle,
    tally: Option<Tally>,
) -> Answer<RenderedFiles> {
    let renderer = style.renderer(tally.unwrap_or_default())?;
    let consent = read_consent(consent.as_deref())?;
    // Only the format `stylish` shows the effective kind.
    let consent = consent.filter(|_| matches!(style.format(), Ok(Format::Stylish)));
    files::render(call, (&files, is_catalogue), consent, renderer).map(|rendered| Output::from_value(&rendered))
}

pub(crate) fn end(_: &Call<'_>, style: OutputStyle, tally: Option<Tally>) -> Answer<Rendered> {
    let renderer = style.renderer(tally.unwrap_or_default())?;
    Ok(Output::from_value(&Rendered { text: renderer.end(), tally: renderer.tally().clone() }))
}

pub(crate) fn rule(_: &Call<'_>, code: Code, color: bool) -> Answer<String> {
    Ok(Output::from_value(&rule_page(code, Style::default().with_color(color))))
}

pub(crate) fn rules(_: &Call<'_>, color: bool) -> Answer<String> {
    Ok(Output::from_value(&rule_list(Style::default().with_color(color))))
}

pub(crate) fn reference(_: &Call<'_>) -> Answer<String> {
    Ok(Output::from_value(&reference_page()))
}

/// A report from an earlier check, with the name and the text of the checked input.
#[derive(Deserialize)]
struct NamedReport<'a> {
    name: String,
    text: Option<String>,
    #[serde(borrow)]
    report: &'a RawValue,
}

/// Renders reports from earlier checks. The input is a list of reports, each with the name of the checked input and,
/// optionally, its text.
pub(crate) fn results(call: &Call<'_>, style: OutputStyle) -> Answer<String> {
    let mut renderer = style.renderer(Tally::default())?;
    let all: Option<Vec<NamedReport<'_>>> = call.text().and_then(|text| serde_json::from_str(text).ok());
    let all =
        all.ok_or("the results must be an array of objects with a `name`, a `report` and, optionally, a `text`")?;
    let mut text = renderer.begin();
    for NamedReport { name, text: of, report } in &all {
        let product: Result<Report, _> = serde_json::from_str(report.get());
        let catalogue: Option<CatalogueReport> = serde_json::from_str(report.get()).ok();
        let checked = match (&product, &catalogue) {
            (Ok(report), _) => CheckedFile::product(name, report),
            (_, Some(report)) => CheckedFile::catalogue(name, report),
            _ => {
                return Err(format!("the result of `{name}` has no report of this version"));
            }
        };
        let checked = match of {
            Some(text) => checked.with_text(text),
            None => checked,
        };
        text += &renderer.file(&checked);
    }
    text += &renderer.end();
    Ok(Output::from_value(&text))
}

pub(crate) fn plan(call: &Call<'_>, format: CallFormat) -> Answer<String> {
    Ok(Output::from_value(&render_calls(&saved_plan(call)?.planned_calls(), format)))
}

pub(crate) fn next_call(call: &Call<'_>, format: CallFormat) -> Answer<String> {
    let mut calls = saved_plan(call)?.planned_calls();
    calls.truncate(1);
    Ok(Output::from_value(&render_calls(&calls, format)))
}

fn saved_plan(call: &Call<'_>) -> Result<Plan, String> {
    Plan::from_json(call.text().unwrap_or_default()).map_err(|error| error.to_string())
}

/// Renders the timeline of each product, except products that only renew others, or of the requested product. Collects
/// an error message for each product without a timeline.
pub(crate) fn timelines(call: &Call<'_>, format: String) -> Answer<RenderedTimelines> {
    let options = timeline::TimelineOptions::from_json(call.options).map_err(invalid_options)?;
    let each = timeline::timelines(call.input.clone(), &options);
    let (mut text, mut problems, mut malformed) = (String::new(), Vec::new(), false);
    let mut each = each.unwrap_or_else(|error| vec![(String::new(), Err(error))]);
    each.retain(exclude_renewals(&call.input));
    if each.is_empty() {
        problems.push(timeline::TimelineError::NoProducts.to_string());
    }
    let are_several = each.len() > 1;
    if are_several && format == "svg" {
        return Err("the format `svg` draws one product: set `productId` to that of the purchase".into());
    }
    for (path, timeline) in each {
        let timeline = match timeline {
            Ok(timeline) => timeline,
            Err(error) if are_several => {
                problems.push(format!("{path}: {error}"));
                continue;
            }
            Err(error) => {
                problems.push(error.to_string());
                continue;
            }
        };
        malformed |= timeline.decision.reason == Some(Undecided::Malformed);
        let chunk = match format.as_str() {
            "table" if are_several => {
                let space = if text.is_empty() { "" } else { "\n" };
                [space, &path, "\n", &timeline.to_string()].concat()
            }
            "table" => timeline.to_string(),
            "svg" => timeline.to_svg(&SvgOptions::default()),
            "json" => serde_json::to_string(&timeline).unwrap_or_default(),
            _ => return Err(format!("unknown format `{format}`; expected `table`, `svg` or `json`")),
        };
        text += chunk.trim_end_matches('\n');
        text.push('\n');
    }
    Ok(Output::from_value(&RenderedTimelines { text, problems, malformed }))
}

/// Returns a filter for values with the JSON Pointer to their product. It excludes products that have no renewal
/// settings and renew another product of the input, because the timeline of that product contains them.
fn exclude_renewals<T>(input: &Input<'_>) -> impl FnMut(&(String, T)) -> bool + use<T> {
    let products = outline(input.clone()).unwrap_or_default();
    let renewals = products.iter().flat_map(|product| &product.renewals);
    let renewals: BTreeSet<_> = renewals.collect();
    let is_renewal = |product: &&Outline| !product.initiates && product.id.is_some_and(|id| renewals.contains(&id));
    let left_out = products.iter().filter(is_renewal);
    let left_out: BTreeSet<_> = left_out.map(|product| product.path.clone()).collect();
    move |(path, _)| !left_out.contains(path)
}

pub(crate) fn decisions(call: &Call<'_>, name: String, format: Format) -> Answer<Decisions> {
    let options = call.options(Scope::Decision)?;
    let bytes = call.bytes().unwrap_or_default();
    let layout = contents(bytes, promises_lines(&name)).layout;
    let products = core::str::from_utf8(bytes).ok().and_then(|text| products(text, layout));
    let (mut text, mut malformed) = (String::new(), false);
    let mut add = |path: &str, decision: &Decision| {
        malformed |= decision.reason == Some(Undecided::Malformed);
        if format == Format::Json {
            let line = Object::default().with("file", &name).with("path", &path);
            text += &(line.and(&Object::from_value(decision)).text() + "\n");
        } else {
            let space = if path.is_empty() { "" } else { " " };
            text += &[sanitize(&name).as_str(), space, path, "\n"].concat();
            text += &decision.to_string();
        }
    };
    match (layout, products) {
        (Layout::Array | Layout::Lines, Some(products)) => {
            for (index, product) in products.iter().enumerate() {
                add(&format!("/{index}"), &effective_kind(*product, &options));
            }
        }
        _ => add("", &effective_kind(call.input.clone(), &options)),
    }
    Ok(Output::from_value(&Decisions { text, malformed }))
}
