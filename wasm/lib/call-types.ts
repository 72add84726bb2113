// Made by `cargo xtask generate` from the Rust source: change that instead.

import type * as lsp from 'vscode-languageserver/node';
import type * as problems from './errors.js';
import type { Flat } from './flat.js';
import type { CatalogueReport, Code, Decision, PatchOperation, Report } from './model.js';
import type { Comparison, PlanProgress, ProductUpdate, ReportFormat, ServiceRequest, Timeline, TimelineOptions, TimelinePeriod } from './tools-model.js';
import type { RuleInfo } from './rule-info.js';
import type { FailureOf, Result } from './result.js';
import type { FixedText } from './wording.js';

/** Layout of products in a file. */
export type CatalogueLayout =
  /** A single product. */
  | 'product'
  /** An array of products. */
  | 'array'
  /** One product per line (newline-delimited JSON). */
  | 'lines';

/** Output format of planned calls. */
export type CallFormat =
  /** One line for each call: number, method and path, pointer to the product in the setup, body. */
  | 'table'
  /**
   * A JSON array of objects with `product` (pointer to the product in the setup), `method`, `path`, `headers`
   * and `body`.
   */
  | 'json'
  /** Shell commands that use `curl`, `jq` and the variables `BASE_URL` and `TOKEN_HEADER`. */
  | 'curl';

export interface InputFile {
  name?: string | undefined;
  /** Length in bytes within the input, if contents are passed; otherwise the file is read. */
  length?: number | undefined;
  /** Set to treat it as a product file whatever it contains. */
  named?: boolean | undefined;
  /** Number of applied fixes, if fixing was requested, and whether they were written. */
  applied?: number | undefined;
  written?: boolean | undefined;
  /** Its suppressions, if any. */
  known?: { readonly [identity: string]: number } | undefined;
}

/** Style of an output. */
export interface OutputStyle {
  /** Name of the format, `stylish` by default. */
  format?: string | undefined;
  /** Set to use terminal colours. */
  color?: boolean | undefined;
  /** Set to show errors only. */
  quiet?: boolean | undefined;
}

/** Settings of a client. */
export interface Settings {
  /** Unit of columns: `utf-8`, `utf-16` or `utf-32`. */
  encoding?: string | undefined;
  /** Tables of another language, each as JSON: sentences, meanings of fields, rules, messages. */
  words?: string | undefined;
  fields?: string | undefined;
  rules?: string | undefined;
  messages?: string | undefined;
}

/** A query about an open text. Each operation reads the members that it needs. */
export interface Query {
  text?: number | undefined;
  /** Other texts with products. */
  others?: number[] | undefined;
  position?: Position | undefined;
  range?: Range | undefined;
  /** Index of a product. */
  index?: number | undefined;
  /** Error message whose subject to locate. */
  message?: string | undefined;
  /** Set to report errors only. */
  quiet?: boolean | undefined;
  /** `true` for the definition only, `false` for the references only; both by default. */
  own?: boolean | undefined;
  /** The id that replaces another. */
  newName?: string | undefined;
}

/** A text to open. */
export interface Opening {
  /** Number by which later calls refer to it. */
  text: number;
  uri: string;
  /** File name. */
  name: string;
  /** Set to treat it as a product file whatever it contains. */
  named: boolean;
  /** Its suppressions. */
  known: { readonly [identity: string]: number };
}

/** Replacement of a range of a text, or of the whole text. */
export interface TextChange {
  range?: Range | null | undefined;
  text: string;
}

/** The text between two positions. */
export interface Range {
  start: Position;
  end: Position;
}

/** A line and a column, from 0. */
export interface Position {
  line: number;
  character: number;
}

/** Counts of the files rendered so far. */
export interface Tally {
  /** Number of files. */
  files: number;
  /** Number of files with at least one diagnostic. */
  filesWithProblems: number;
  /** Number of files with at least one error, including errors that the maximum number of diagnostics omitted. */
  filesWithErrors: number;
  /** Number of errors. */
  errors: number;
  /** Number of warnings. */
  warnings: number;
  /** Number of infos. Infos about a limit that is not set are counted only in `unlimited`. */
  infos: number;
  /** Number of files skipped because they contain no products. */
  skipped: number;
  /**
   * Options of the required limits that are not set, each with the number of files in which a check was omitted for
   * it. Rendered once, at the end.
   */
  unlimited: ([string, number])[];
  /** Annotations of errors, warnings and infos, which `Format::Github` prints at the end. */
  annotations: [string[], string[], string[]];
  /** Number of diagnostics with a fix, in files on which no fixing was attempted. */
  fixable: number;
  /** Number of diagnostics omitted because of the caller's maximum. */
  omitted: number;
  /** Number of suppressed diagnostics. Not included in the other counts. */
  suppressed: number;
  /** Number of suppressed errors. */
  suppressedErrors: number;
  /** Number of fixes written back. */
  fixesMade: number;
  /** Number of fixes that were applied but not written back. */
  fixesToMake: number;
}

/** A rendered chunk with the counts so far. */
export interface Rendered {
  text: string;
  tally: Tally;
}

/** A rendered chunk with the counts so far and the stale suppressions of the files. */
export interface RenderedFiles {
  text: string;
  tally: Tally;
  left: FileSuppressions[];
}

/** Rendered timelines. */
export interface RenderedTimelines {
  text: string;
  /** Reasons why there is no timeline. */
  problems: string[];
  /** Set if one of the products cannot be read. */
  malformed: boolean;
}

/** Rendered effective kinds. */
export interface Decisions {
  text: string;
  /** Set if one of the products cannot be read. */
  malformed: boolean;
}

/** Suppressions of one of several files. */
export interface FileSuppressions {
  /** Index of the file. */
  file: number;
  known: { readonly [identity: string]: number };
}

/** Products of several files. */
export interface JoinedCatalogue {
  /** The products as an array, in JSON text. */
  products: string;
  /** Indices of files that are not fully readable. */
  unreadable: number[];
}

export interface FixedFile {
  text: string;
  /** Number of applied fixes. */
  applied: number;
}

/** A timeline as the studio shows it. */
export interface TimelinePicture {
  svg: string;
  notes: string[];
  timeline: Timeline;
}

/** Buyers who lose because of a code. */
export interface Witnesses {
  witnesses: Witness[];
  /** A description of each. */
  texts: string[];
}

/**
 * A buyer who loses a renewal, or pays another amount, because of a diagnostic. It can be replayed: the timelines of
 * `products` and `fixed`, with `options` and the product at index 0, are `before` and `after`.
 */
export interface Witness {
  /** Code of the diagnostic. */
  code: Code;
  /** Path of the diagnostic. */
  path: string;
  /** The purchase: its date, the payment method, the consent, and the variant. */
  options: TimelineOptions;
  /** Day on which nothing happens, or another amount is due. */
  day: string;
  /** Period with another amount that begins on this day; `null` if nothing happens. */
  charged: TimelinePeriod | null;
  /** Period that begins on this day after the fix. */
  instead: TimelinePeriod;
  /**
   * The fix: a JSON Patch of `products`, including what `also` needs; empty for an example of a rule, which has both
   * documents.
   */
  fix: PatchOperation[];
  /** Other diagnostics that are fixed as well, because they prevent the renewal too. */
  also: AlsoFixed[];
  /** Ids of renewal products that the input lacks and that are assumed to exist, with a sufficient term. */
  assumed: number[];
  /** The purchased product and the products of its chain, as a JSON array; the purchased one first. */
  products: string;
  /** The products after the fix. */
  fixed: string;
  /** Timeline of the purchase. */
  before: Timeline;
  /** Timeline of the purchase after the fix. */
  after: Timeline;
}

/** A diagnostic that is fixed together with another one. */
export interface AlsoFixed {
  /** Code of the diagnostic. */
  code: Code;
  /** Path of the diagnostic in `products` of the witness. */
  path: string;
}

/** A token, with the times of its receipt and its expiry in seconds. */
export interface LoginTokenData {
  token: string;
  refreshToken: string | null;
  receivedAt: number;
  expiresAt: number;
}

/** The id of a created product. */
export interface CreatedProduct {
  id: number;
}

/** A setup as JSON text. */
export interface SetupText {
  setup: string;
}

/** Products as JSON text. */
export interface ProductsText {
  products: string;
}

/** A plan after a step. */
export interface PlanState {
  /** The plan as JSON text. */
  plan: string;
  progress: PlanProgress;
  /** Reason why it cannot continue. */
  error: FailureOf<problems.PlanError> | null;
}

/** A plan with its next request, if one remains. */
export interface PlanRequest {
  /** The plan as JSON text. */
  plan: string;
  progress: PlanProgress;
  /** Reason why it cannot continue. */
  error: FailureOf<problems.PlanError> | null;
  request: ServiceRequest | null;
}

/** The edits that rename an id, or the reason why it cannot be renamed. */
export interface Renaming {
  error?: string;
  texts?: TextEdits[];
}

/** The edits of a text. */
export interface TextEdits {
  uri: string;
  edits: lsp.TextEdit[];
}

/** The calls of the WebAssembly modules, each with its arguments and its result. */
export interface Calls {
  /** Checks one product. */
  check: { arguments: ''; result: Flat<Report> };
  /** Returns the effective renewal kind. */
  effective_kind: { arguments: ''; result: Decision };
  /** Returns the article of the variant whose index is the extra argument. */
  article: { arguments: string; result: string | null };
  /** Returns the cart comment in the locale of the extra argument. */
  cart_comment: { arguments: string; result: string | null };
  /** Validates the options of a check. */
  options: { arguments: ''; result: null };
  /** Applies the extra argument, a JSON Patch, to the text. */
  apply_patch: { arguments: string; result: Result<string, FailureOf<problems.PatchError>> };
  /** Applies the safe fixes of a product and returns its text with the report. */
  fix: { arguments: ''; result: Flat<FixedText<Report>> };
  /** Checks a catalogue in the given layout. */
  check_catalogue: { arguments: string; result: Flat<CatalogueReport> };
  /** Applies the safe fixes of a catalogue in the given layout. */
  fix_catalogue: { arguments: string; result: Flat<FixedText<CatalogueReport>> };
  /** Fills the template in the extra argument with the members of the input, a JSON object. */
  fill_template: { arguments: string; result: string };
  /** Returns the documentation of all rules. */
  'tools.rules': { arguments: Record<never, never>; result: RuleInfo[] };
  /** Returns the documentation of a code. */
  'tools.explain': { arguments: { code: string }; result: RuleInfo | null };
  /** Returns the text of an input; `name` is that of the argument. */
  'tools.text': { arguments: { name: string }; result: Result<string> };
  /** Returns the timeline of a purchase. */
  'tools.timeline': { arguments: Record<never, never>; result: Result<Timeline, FailureOf<problems.CatalogueError>> };
  /** Returns the timeline of a purchase as a text table. */
  'tools.timeline_table': { arguments: Record<never, never>; result: Result<string, FailureOf<problems.CatalogueError>> };
  /** Returns the timeline of a purchase as SVG. */
  'tools.timeline_svg': { arguments: Record<never, never>; result: Result<string, FailureOf<problems.CatalogueError>> };
  /** Returns the timeline of each product of the input. */
  'tools.timelines': { arguments: Record<never, never>; result: Result<(Result<Timeline, FailureOf<problems.CatalogueError>> & { path: string })[], FailureOf<problems.CatalogueError>> };
  /** Returns the timeline of the product at an index as data and picture, with its notes as text. */
  'tools.picture': { arguments: { index: number; today: string; words?: string | undefined }; result: Result<TimelinePicture> };
  /** Returns the buyers of the products who lose because of a code. */
  'tools.witnesses': { arguments: { code: Code }; result: Result<Witnesses, FailureOf<problems.CatalogueError>> };
  /** Compares the second input (old) with the first (new). */
  'tools.compare': { arguments: Record<never, never>; result: Result<Comparison, FailureOf<problems.CatalogueError>> };
  /** Returns the comparison as text; `words` and `messages` are tables of another language. */
  'tools.comparison_text': { arguments: { words?: string | undefined; messages?: string | undefined }; result: Result<string, FailureOf<problems.CatalogueError>> };
  /** Returns the comparison as a Markdown table. */
  'tools.comparison_markdown': { arguments: Record<never, never>; result: Result<string, FailureOf<problems.CatalogueError>> };
  /** Returns the contents of each file; `null` if it has no products or cannot be read. */
  'files.layouts': { arguments: { files: readonly InputFile[] }; result: (CatalogueLayout | null)[] };
  /** Returns the texts of the files that safe fixes change. */
  'files.fix': { arguments: { files: readonly InputFile[]; whole: boolean }; result: (FixedFile | null)[] };
  /** Joins all products of the files into one array. */
  'files.catalogue': { arguments: { files: readonly InputFile[] }; result: JoinedCatalogue };
  /** Returns the suppressions for all findings of the files, or for those with the given codes. */
  'files.suppressions': { arguments: { files: readonly InputFile[]; whole: boolean; codes: readonly string[] }; result: FileSuppressions[] };
  /** Validates the options of a check and the consent. */
  'render.check_options': { arguments: { consent?: string | undefined }; result: null };
  /** Begins an output. */
  'render.begin': { arguments: { style: OutputStyle }; result: Rendered };
  /** Adds the findings of files. */
  'render.files': { arguments: { files: readonly InputFile[]; whole: boolean; consent?: string | undefined; style: OutputStyle; tally?: Tally | undefined }; result: RenderedFiles };
  /** Ends an output. */
  'render.end': { arguments: { style: OutputStyle; tally?: Tally | undefined }; result: Rendered };
  /** Renders given reports. */
  'render.results': { arguments: { style: OutputStyle }; result: string };
  /** Renders the effective kinds of a file's products. */
  'render.decisions': { arguments: { name: string; format: ReportFormat }; result: Decisions };
  /** Renders the timelines of a file's products. */
  'render.timelines': { arguments: { format: string }; result: RenderedTimelines };
  /** Renders the remaining calls of the plan in the input. */
  'render.plan': { arguments: { format: CallFormat }; result: string };
  /** Renders the next call of the plan in the input. */
  'render.next_call': { arguments: { format: CallFormat }; result: string };
  /** Renders the documentation of a rule. */
  'render.rule': { arguments: { code: Code; color: boolean }; result: string };
  /** Renders the list of rules. */
  'render.rules': { arguments: { color: boolean }; result: string };
  /** Renders the documentation of all rules as Markdown. */
  'render.reference': { arguments: Record<never, never>; result: string };
  /** Sets the language and the encoding of later results. */
  'editor.begin': { arguments: { settings: Settings }; result: null };
  /** Retains the text in the input; returns whether it has products. */
  'editor.open': { arguments: { opening: Opening }; result: boolean };
  /** Releases a text; returns whether it was retained. */
  'editor.close': { arguments: { text: number }; result: boolean };
  /** Changes a text; returns whether it has products. */
  'editor.edit': { arguments: { text: number; changes: readonly TextChange[] }; result: boolean | 'gone' };
  /** Returns the diagnostics of several texts as one catalogue. */
  'editor.whole': { arguments: { texts: readonly number[]; quiet: boolean }; result: lsp.Diagnostic[][] | 'gone' };
  /** Returns the title of the action that turns a rule off. */
  'editor.off_title': { arguments: { code: string }; result: string };
  /** Returns the diagnostics of a text. */
  'editor.diagnostics': { arguments: { query: Query }; result: lsp.Diagnostic[] | null | 'gone' };
  /** Returns the fixes of the findings in a range. */
  'editor.fixes': { arguments: { query: Query }; result: lsp.CodeAction[] | null | 'gone' };
  /** Returns the action that applies all safe fixes. */
  'editor.fix_all': { arguments: { query: Query }; result: lsp.CodeAction[] | null | 'gone' };
  /** Returns the actions that suppress the findings in a range. */
  'editor.suppressions': { arguments: { query: Query }; result: (lsp.CodeAction & { entry: string })[] | null | 'gone' };
  /** Locates an error of a configuration. */
  'editor.locate_error': { arguments: { query: Query }; result: lsp.Diagnostic[] | 'gone' };
  /** Returns the documentation of the code at a position of a configuration. */
  'editor.explain': { arguments: { query: Query }; result: lsp.Hover | null | 'gone' };
  /** Returns the documentation at a position. */
  'editor.hover': { arguments: { query: Query }; result: lsp.Hover | null | 'gone' };
  /** Returns the completions at a position. */
  'editor.completions': { arguments: { query: Query }; result: lsp.CompletionItem[] | null | 'gone' };
  /** Returns the definition of the product id at a position, and the references to it. */
  'editor.uses': { arguments: { query: Query }; result: lsp.Location[] | null | 'gone' };
  /** Returns the range of the product id at a position. */
  'editor.rename_range': { arguments: { query: Query }; result: Range | null | 'gone' };
  /** Returns the edits that replace the product id at a position, for each text that has it. */
  'editor.rename': { arguments: { query: Query }; result: Renaming | null | 'gone' };
  /** Returns the products of a text. */
  'editor.symbols': { arguments: { query: Query }; result: lsp.DocumentSymbol[] | null | 'gone' };
  /** Returns a lens for each initiator. */
  'editor.lenses': { arguments: { query: Query }; result: lsp.CodeLens[] | null | 'gone' };
  /** Returns what buyers of the product at an index get. */
  'editor.sentence': { arguments: { query: Query }; result: string | null | 'gone' };
  /** Creates the login request. */
  'service.login_request': { arguments: { username: string; password: string; base?: string | undefined }; result: Result<ServiceRequest, FailureOf<problems.RequestError>> };
  /** Reads the response to a login. */
  'service.read_login_response': { arguments: { status: number; body: string; receivedAt: number | null }; result: Result<LoginTokenData, FailureOf<problems.ResponseError>> };
  /** Creates the request that creates a product. */
  'service.create_request': { arguments: { product: unknown; base?: string | undefined }; result: Result<ServiceRequest, FailureOf<problems.RequestError>> };
  /** Creates the request that changes a product. */
  'service.change_request': { arguments: { id: number; body: unknown; base?: string | undefined }; result: Result<ServiceRequest, FailureOf<problems.RequestError>> };
  /** Reads the response to a creation. */
  'service.read_create_response': { arguments: { status: number; body: string }; result: Result<CreatedProduct, FailureOf<problems.ResponseError>> };
  /** Reads the response to a change. */
  'service.read_change_response': { arguments: { status: number; body: string }; result: Result<null, FailureOf<problems.ResponseError>> };
  /** Computes the smallest update from one product to another. */
  'service.update': { arguments: { current: unknown; wanted: unknown }; result: Result<ProductUpdate, FailureOf<problems.RequestError>> };
  /** Checks the products of a setup. */
  'service.check_setup': { arguments: { setup: unknown }; result: Result<Report, FailureOf<problems.SetupError>> };
  /** Returns the setup of the product at an index, as if none of the products existed. */
  'service.setup_of': { arguments: { products: unknown; index: number }; result: Result<SetupText, FailureOf<problems.SetupError>> };
  /** Returns the products of a setup. */
  'service.setup_products': { arguments: { setup: unknown }; result: Result<ProductsText, FailureOf<problems.SetupError>> };
  /** Plans a setup. */
  'service.plan_new': { arguments: { setup: unknown }; result: Result<PlanState, FailureOf<problems.SetupError>> };
  /** Reads a saved plan. */
  'service.plan_progress': { arguments: { plan: unknown }; result: Result<PlanState, FailureOf<problems.PlanError>> };
  /** Returns the next request of a plan. */
  'service.plan_next': { arguments: { plan: unknown; base?: string | undefined }; result: Result<PlanRequest, FailureOf<problems.PlanError>> };
  /** Records the response to the request. */
  'service.plan_record_response': { arguments: { plan: unknown; status: number; body: string }; result: Result<PlanState, FailureOf<problems.PlanError>> };
  /** Records that the unconfirmed call was made. */
  'service.plan_mark_created': { arguments: { plan: unknown; id: number }; result: Result<PlanState, FailureOf<problems.PlanError>> };
  /** Records that the unconfirmed call was not made. */
  'service.plan_mark_not_created': { arguments: { plan: unknown }; result: Result<PlanState, FailureOf<problems.PlanError>> };
}
