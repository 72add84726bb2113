//! Declares the operations: calls that are selected by name and take their arguments as JSON.

use renewal_rules::{Code, Layout, ProductId, Report, Rule};
use renewal_rules_formatters::{CallFormat, Format, Tally};
use renewal_rules_preview::compare::Comparison;
use renewal_rules_preview::timeline::Timeline;
use wasm_bindgen::prelude::*;

use crate::arguments::{Arguments, BaseUrl, Document, SetupSource, Status, Time};
use crate::editor::{Renaming, Retained, WithEntry, lsp};
use crate::files::{FileSuppressions, JoinedCatalogue, RenderedFiles};
use crate::flat::Writer;
use crate::joined::FixedFile;
use crate::open_texts::{Opening, Query, Range, Settings, TextChange};
use crate::output::{Answer, AtPath, Outcome, problems};
use crate::render::{Decisions, OutputStyle, Rendered, RenderedTimelines};
use crate::service::{
    CreatedProduct, LoginToken, PlanRequest, PlanState, ProductUpdate, ProductsText, ServiceRequest, SetupText,
};
use crate::sources::File;
use crate::tools::{TimelinePicture, Witnesses};
use crate::{Call, editor, files, render, service, tools};

/// Declares operations. Each row is a function of this crate with its arguments and its result; JavaScript calls it by
/// the name `module.function`.
macro_rules! operations {
    ($($(#[$doc:meta])* $module:ident::$name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {
        fn dispatch(name: &str, call: &Call<'_>, arguments: &Arguments<'_>) -> Result<Writer, String> {
            match name {
                $(concat!(stringify!($module), ".", stringify!($name)) => {
                    arguments.check_names(&[$(stringify!($argument)),*])?;
                    let output: Answer<$result> =
                        $module::$name(call, $(arguments.get::<$kind>(stringify!($argument))?),*);
                    output.map(Into::into)
                })*
                _ => Err(format!("there is no operation `{name}`")),
            }
        }
    };
}

operations! {
    /// Returns the documentation of all rules.
    tools::rules() -> Vec<Rule>;
    /// Returns the documentation of a code; `null` if the code is unknown.
    tools::explain(code: String) -> Option<Rule>;
    /// Returns the text of the input. If the input is not a text, returns an error whose message refers to the input by
    /// `name`.
    tools::text(name: String) -> Outcome<String>;
    /// Returns the timeline of a purchase.
    tools::timeline() -> Outcome<Timeline, problems::CatalogueError>;
    /// Returns the timeline of a purchase as a text table.
    tools::timeline_table() -> Outcome<String, problems::CatalogueError>;
    /// Returns the timeline of a purchase as SVG.
    tools::timeline_svg() -> Outcome<String, problems::CatalogueError>;
    /// Returns the timeline of each product of the input.
    tools::timelines() -> Outcome<Vec<AtPath<Outcome<Timeline, problems::CatalogueError>>>, problems::CatalogueError>;
    /// Returns the timeline of the product at an index as data and picture, with its notes as text.
    tools::picture(index: usize, today: String, words: Option<String>) -> Outcome<TimelinePicture>;
    /// Returns the witnesses of a code: buyers of the products who lose a renewal, or pay another amount, because of
    /// it. If `path` is set, considers only diagnostics with this path; if `nth` is set, only the one with this index
    /// among them.
    tools::witnesses(code: Code, path: Option<String>, nth: Option<usize>, words: Option<String>) -> Outcome<Witnesses, problems::CatalogueError>;
    /// Compares the second input (old) with the first (new).
    tools::compare() -> Outcome<Comparison, problems::CatalogueError>;
    /// Returns the comparison as text. `words` (sentence templates) and `messages` (message templates of the rules) set
    /// another language.
    tools::comparison_text(words: Option<String>, messages: Option<String>) -> Outcome<String, problems::CatalogueError>;
    /// Returns the comparison as a Markdown table.
    tools::comparison_markdown() -> Outcome<String, problems::CatalogueError>;

    /// Returns for each file whether it is a single product, an array of products or one product per line; `null` if
    /// the file is not checked: it has no products, is a setup, or cannot be read.
    files::layouts(files: Vec<File>) -> Vec<Option<Layout>>;
    /// Applies safe fixes to each file, or to all files as one catalogue if `is_catalogue` is set. Returns the new text of
    /// each file; `null` if the file does not change.
    files::fix(files: Vec<File>, is_catalogue: bool) -> Vec<Option<FixedFile>>;
    /// Joins all products of the files into one array.
    files::catalogue(files: Vec<File>) -> JoinedCatalogue;
    /// Returns suppressions for the findings of each file, or only for findings with the given codes if there are any.
    files::suppressions(files: Vec<File>, is_catalogue: bool, codes: Vec<String>) -> Vec<FileSuppressions>;

    /// Validates the options of a check and the consent.
    render::check_options(consent: Option<String>) -> ();
    /// Renders the beginning of a report, before the first file.
    render::begin(style: OutputStyle) -> Rendered;
    /// Renders the findings of some files, and adds them to the counts in `tally`.
    render::files(files: Vec<File>, is_catalogue: bool, consent: Option<String>, style: OutputStyle, tally: Option<Tally>) -> RenderedFiles;
    /// Renders the end of a report, with the counts of all files.
    render::end(style: OutputStyle, tally: Option<Tally>) -> Rendered;
    /// Renders the reports in the input, which the caller has from earlier checks.
    render::results(style: OutputStyle) -> String;
    /// Renders the effective kinds of a file's products.
    render::decisions(name: String, format: Format) -> Decisions;
    /// Renders the timelines of a file's products.
    render::timelines(format: String) -> RenderedTimelines;
    /// Renders the remaining calls of the plan in the input.
    render::plan(format: CallFormat) -> String;
    /// Renders the next call of the plan in the input.
    render::next_call(format: CallFormat) -> String;
    /// Renders the documentation of a rule.
    render::rule(code: Code, color: bool) -> String;
    /// Renders the list of rules.
    render::rules(color: bool) -> String;
    /// Renders the documentation of all rules as Markdown.
    render::reference() -> String;

    /// Sets the language and the unit of columns for later calls of the editor.
    editor::begin(settings: Settings) -> ();
    /// Opens the text in the input.
    editor::open(opening: Opening) -> ();
    /// Closes a text; returns whether it was open.
    editor::close(text: u32) -> bool;
    /// Applies changes to a text.
    editor::edit(text: u32, changes: Vec<TextChange>) -> Retained<()>;
    /// Checks several texts as one catalogue and returns the diagnostics of each text.
    editor::check_catalogue(texts: Vec<u32>, quiet: bool) -> Retained<Vec<Vec<lsp::Diagnostic>>>;
    /// Returns the title of the code action that turns a rule off; `null` if the level of the rule cannot be changed.
    editor::off_title(code: Code) -> Option<String>;
    /// Returns the diagnostics of a text.
    editor::diagnostics(query: Query) -> Retained<Option<Vec<lsp::Diagnostic>>>;
    /// Returns code actions for the fixes of the findings in a range.
    editor::fixes(query: Query) -> Retained<Option<Vec<lsp::CodeAction>>>;
    /// Returns the code action that applies all safe fixes.
    editor::fix_all(query: Query) -> Retained<Option<Vec<lsp::CodeAction>>>;
    /// Returns code actions that suppress the findings in a range.
    editor::suppressions(query: Query) -> Retained<Option<Vec<WithEntry<lsp::CodeAction>>>>;
    /// Returns the diagnostic for an error of a configuration file.
    editor::locate_error(query: Query) -> Retained<Vec<lsp::Diagnostic>>;
    /// Returns the documentation of the code at a position in a configuration file.
    editor::explain(query: Query) -> Retained<Option<lsp::Hover>>;
    /// Returns the documentation of the field at a position.
    editor::hover(query: Query) -> Retained<Option<lsp::Hover>>;
    /// Returns the completions at a position.
    editor::completions(query: Query) -> Retained<Option<Vec<lsp::CompletionItem>>>;
    /// Returns the definition of the product id at a position, and the references to it.
    editor::uses(query: Query) -> Retained<Option<Vec<lsp::Location>>>;
    /// Returns the range of the product id at a position.
    editor::rename_range(query: Query) -> Retained<Option<Range>>;
    /// Returns the edits that rename the product id at a position, for each text that contains the id.
    editor::rename(query: Query) -> Retained<Option<Renaming>>;
    /// Returns the products of a text.
    editor::symbols(query: Query) -> Retained<Option<Vec<lsp::DocumentSymbol>>>;
    /// Returns a code lens for each initiator.
    editor::lenses(query: Query) -> Retained<Option<Vec<lsp::CodeLens>>>;
    /// Returns a summary of how the product at an index renews for its buyers.
    editor::sentence(query: Query) -> Retained<Option<String>>;

    /// Creates the login request.
    service::login_request(username: String, password: String, base: Option<BaseUrl>) -> Outcome<ServiceRequest, problems::RequestError>;
    /// Reads the response to a login.
    service::read_login_response(status: Status, body: String, received_at: Time) -> Outcome<LoginToken, problems::ResponseError>;
    /// Creates the request that creates a product.
    service::create_request(product: Document, base: Option<BaseUrl>) -> Outcome<ServiceRequest, problems::RequestError>;
    /// Creates the request that changes a product.
    service::change_request(id: ProductId, body: Document, base: Option<BaseUrl>) -> Outcome<ServiceRequest, problems::RequestError>;
    /// Reads the response to a creation.
    service::read_create_response(status: Status, body: String) -> Outcome<CreatedProduct, problems::ResponseError>;
    /// Reads the response to a change.
    service::read_change_response(status: Status, body: String) -> Outcome<(), problems::ResponseError>;
    /// Computes the smallest update from one product to another.
    service::update(current: Document, wanted: Document) -> Outcome<ProductUpdate, problems::RequestError>;
    /// Checks the products of a setup.
    service::check_setup(setup: SetupSource) -> Outcome<Report, problems::SetupError>;
    /// Returns the setup that creates the product at an index with its renewals, as if none of the products existed
    /// yet.
    service::setup_of(products: Document, index: usize) -> Outcome<SetupText, problems::SetupError>;
    /// Returns the products of a setup.
    service::setup_products(setup: Document) -> Outcome<ProductsText, problems::SetupError>;
    /// Creates the plan for a setup.
    service::plan_new(setup: SetupSource) -> Outcome<PlanState, problems::SetupError>;
    /// Returns the progress of the saved plan in the input.
    service::plan_progress() -> Outcome<PlanState, problems::PlanError>;
    /// Returns the next request of the plan in the input.
    service::plan_next(base: Option<BaseUrl>) -> Outcome<PlanRequest, problems::PlanError>;
    /// Records the response to the request that was sent last, in the plan in the input.
    service::plan_record_response(status: Status, body: String) -> Outcome<PlanState, problems::PlanError>;
    /// Records that the unconfirmed call of the plan in the input was executed and created the product with this `id`.
    service::plan_mark_created(id: ProductId) -> Outcome<PlanState, problems::PlanError>;
    /// Records that the unconfirmed call of the plan in the input was not executed.
    service::plan_mark_not_created() -> Outcome<PlanState, problems::PlanError>;
}

/// Runs an operation: the first line of the extra argument is the name of the operation, the rest its arguments as
/// JSON.
#[wasm_bindgen]
pub fn operate(kinds: u8, input: usize, second: usize, options: usize, extra: usize) -> bool {
    crate::answer(kinds, [input, second, options, extra], |call| {
        let (name, arguments) = call.extra.split_once('\n').unwrap_or((call.extra, "{}"));
        let arguments = Arguments::read(arguments).ok_or("the arguments must be an object")?;
        dispatch(name, &call, &arguments)
    })
}
