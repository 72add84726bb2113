// Made by `cargo xtask generate` from the Rust source: change that instead.

import type * as lsp from 'vscode-languageserver/node';
import type * as problems from './errors.js';
import type { Flat } from './flat.js';
import type { FixedText } from './located.js';
import type { CatalogueReport, Code, Decision, PatchOperation, Report } from './model.js';
import type { Comparison, PlanProgress, ProductUpdate, ReportFormat, RuleInfo, ServiceRequest, Timeline, TimelineOptions, TimelinePeriod } from './tools-model.js';
import type { FailureOf, Result } from './result.js';

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
  /** Length of the contents in the input, in bytes. If not set, the file is read by the callback. */
  length?: number | undefined;
  /** Set to treat the file as products, even if its contents are not recognized as products. */
  named?: boolean | undefined;
  /** Number of applied fixes, if fixing was requested. `written` is set if they were written back. */
  applied?: number | undefined;
  written?: boolean | undefined;
  /** Suppressions of the file, if any. */
  known?: { readonly [identity: string]: number } | undefined;
}

/** Format and style of the rendered text. */
export interface OutputStyle {
  /** Name of the format, `stylish` by default. */
  format?: string | undefined;
  /** Set to use terminal colours. */
  color?: boolean | undefined;
  /** Set to show errors only. */
  quiet?: boolean | undefined;
}

/** Settings of the language client. */
export interface Settings {
  /** Unit of columns: `utf-8`, `utf-16` or `utf-32`. */
  encoding?: string | undefined;
  /**
   * Tables of another language, each as JSON, empty for English: sentences, descriptions of fields, titles and
   * explanations of rules, messages.
   */
  words?: string | undefined;
  fields?: string | undefined;
  rules?: string | undefined;
  messages?: string | undefined;
}

/** Arguments of an operation about an open text. Each operation uses only some of them. */
export interface Query {
  text?: number | undefined;
  /** Numbers of the other open texts, whose products are taken into account. */
  others?: number[] | undefined;
  position?: Position | undefined;
  range?: Range | undefined;
  /** Index of a product in the text. */
  index?: number | undefined;
  /** Message of an error in a configuration file, for which the operation finds the location in the text. */
  message?: string | undefined;
  /** Set to report errors only. */
  quiet?: boolean | undefined;
  /** `true` to return only the definition of a product, `false` for only the references to it; both by default. */
  own?: boolean | undefined;
  /** New id for a product that is renamed. */
  newName?: string | undefined;
}

/** Argument of the operation that opens a text. */
export interface Opening {
  /** Number that the caller assigns to the text, and by which later calls refer to the text. */
  text: number;
  uri: string;
  /** File name. */
  name: string;
  /** Set to treat the text as products, even if its contents are not recognized as products. */
  named: boolean;
  /** Suppressions of the file. */
  known: { readonly [identity: string]: number };
}

/** New content for a range of a text, or for the whole text if there is no range. */
export interface TextChange {
  range?: Range | null | undefined;
  text: string;
}

/** The text between two positions. */
export interface Range {
  start: Position;
  end: Position;
}

/** A line and a column, both from 0. */
export interface Position {
  line: number;
  character: number;
}

/** Counts of the files rendered so far. */
export interface Tally {
  /** Number of checked files. */
  files: number;
  /** Number of files with at least one diagnostic. */
  filesWithProblems: number;
  /** Number of files with at least one error, including errors that the maximum number of diagnostics omitted. */
  filesWithErrors: number;
  /** Number of errors. */
  errors: number;
  /** Number of warnings. */
  warnings: number;
  /**
   * Number of infos. Does not include infos about a check that was omitted because a limit is not set: these are
   * counted in `unlimited`.
   */
  infos: number;
  /** Number of files skipped because they contain no products. */
  skipped: number;
  /**
   * Limits that a check needs but that are not set: the name of the option, and the number of files in which a check
   * was omitted because of it. Rendered once, after all files.
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
  /** Number of applied fixes that were written back to the files. */
  fixesMade: number;
  /** Number of fixes that were applied but not written back. */
  fixesToMake: number;
}

/** A rendered chunk, with the counts of all files so far. */
export interface Rendered {
  text: string;
  tally: Tally;
}

/** A rendered chunk, with the counts of all files so far and the stale suppressions of the files in the chunk. */
export interface RenderedFiles {
  text: string;
  tally: Tally;
  left: FileSuppressions[];
  /** Indices of the named files that are setups, which were not checked. */
  setups: number[];
}

/** Rendered timelines of products. */
export interface RenderedTimelines {
  text: string;
  /** Error messages, one for each product without a timeline. */
  problems: string[];
  /** Set if a product is malformed, so that its effective kind is undecided. */
  malformed: boolean;
}

/** Rendered effective kinds of the products in a file. */
export interface Decisions {
  text: string;
  /** Set if a product is malformed, so that its effective kind is undecided. */
  malformed: boolean;
}

/** Suppressions of a file. */
export interface FileSuppressions {
  /** Index of the file among the files passed to the operation. */
  file: number;
  known: { readonly [identity: string]: number };
}

/** Products of several files, joined into one array. */
export interface JoinedCatalogue {
  /** The array as JSON text. */
  products: string;
  /** Indices of files with content that is not valid JSON. The array lacks this content. */
  unreadable: number[];
}

export interface FixedFile {
  text: string;
  /** Number of applied fixes. */
  applied: number;
}

/** A timeline as data and as a picture, with its notes as text. */
export interface TimelinePicture {
  svg: string;
  notes: string[];
  timeline: Timeline;
}

/** Witnesses of a code: buyers who lose a renewal, or pay another amount, because of it. */
export interface Witnesses {
  witnesses: Witness[];
  /** Description of each witness, in the same order. */
  texts: string[];
}

/**
 * A buyer who loses a renewal, or pays another amount, because of the problem that a diagnostic reports.
 *
 * To replay it: the timeline of the product at index 0 of `products`, with `options`, is `before`; that of `fixed` is
 * `after`.
 */
export interface Witness {
  /** Code of the diagnostic. */
  code: Code;
  /** Path of the diagnostic. */
  path: string;
  /** The purchase: its date, the payment method, the consent, and the variant. */
  options: TimelineOptions;
  /** Day on which the renewal `instead` begins. Before the fix, this renewal is missing or has another amount. */
  day: string;
  /**
   * Period of `before` with the same step as `instead` (0 for the purchase, then the number of the renewal), but
   * with another amount; `null` if the renewal is missing.
   */
  charged: TimelinePeriod | null;
  /** Period of `after` that begins on `day`: the renewal that the buyer gets after the fix. */
  instead: TimelinePeriod;
  /**
   * JSON Patch of `products` that fixes the diagnostic and those in `also`. Empty in the witness
   * of a rule's own example, which contains the fixed document.
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
  /** Path of the diagnostic, as a JSON Pointer into the array `products` of the witness. */
  path: string;
}

/** A token, with the times at which it was received and at which it expires, in seconds since the Unix epoch. */
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

/** A plan after an operation on it. */
export interface PlanState {
  /** The plan as JSON text. */
  plan: string;
  progress: PlanProgress;
  /** Reason why the plan cannot continue, if there is one. */
  error: FailureOf<problems.PlanError> | null;
}

/** A plan with its next request, if one remains. */
export interface PlanRequest {
  /** The plan as JSON text. */
  plan: string;
  progress: PlanProgress;
  /** Reason why the plan cannot continue, if there is one. */
  error: FailureOf<problems.PlanError> | null;
  request: ServiceRequest | null;
}

/** Result of renaming a product id: the edits in `texts`, or in `error` the reason why the id cannot be renamed. */
export interface Renaming {
  error?: string;
  texts?: TextEdits[];
}

/** URI of an open text, and the edits of this text. */
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
  /**
   * Returns the article of a variant: the `sku` or `sku_ar` that is ordered. The argument is the index of the
   * variant.
   */
  article: { arguments: string; result: string | null };
  /** Returns the cart comment in a locale, which is the argument. */
  cart_comment: { arguments: string; result: string | null };
  /** Validates the options of a check. */
  options: { arguments: ''; result: null };
  /** Applies a JSON Patch, which is the argument, to the text. */
  apply_patch: { arguments: string; result: Result<string, FailureOf<problems.PatchError>> };
  /** Applies the safe fixes of a product and returns its text with the report. */
  fix: { arguments: ''; result: Flat<FixedText<Report>> };
  /** Checks a catalogue. The argument is its layout, `array` or `lines`; if it is empty, the layout is detected. */
  check_catalogue: { arguments: string; result: Flat<CatalogueReport> };
  /**
   * Applies the safe fixes of a catalogue. The argument is its layout, `array` or `lines`; if it is empty, the
   * layout is detected.
   */
  fix_catalogue: { arguments: string; result: Flat<FixedText<CatalogueReport>> };
  /** Returns the documentation of all rules. */
  'tools.rules': { arguments: Record<never, never>; result: RuleInfo[] };
  /** Returns the documentation of a code; `null` if the code is unknown. */
  'tools.explain': { arguments: { code: string }; result: RuleInfo | null };
  /**
   * Returns the text of the input. If the input is not a text, returns an error whose message refers to the input by
   * `name`.
   */
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
  /**
   * Returns the witnesses of a code: buyers of the products who lose a renewal, or pay another amount, because of
   * it. If `path` is set, considers only diagnostics with this path; if `nth` is set, only the one with this index
   * among them.
   */
  'tools.witnesses': { arguments: { code: Code; path?: string | undefined; nth?: number | undefined; words?: string | undefined }; result: Result<Witnesses, FailureOf<problems.CatalogueError>> };
  /** Compares the second input (old) with the first (new). */
  'tools.compare': { arguments: Record<never, never>; result: Result<Comparison, FailureOf<problems.CatalogueError>> };
  /**
   * Returns the comparison as text. `words` (sentence templates) and `messages` (message templates of the rules) set
   * another language.
   */
  'tools.comparison_text': { arguments: { words?: string | undefined; messages?: string | undefined }; result: Result<string, FailureOf<problems.CatalogueError>> };
  /** Returns the comparison as a Markdown table. */
  'tools.comparison_markdown': { arguments: Record<never, never>; result: Result<string, FailureOf<problems.CatalogueError>> };
  /**
   * Returns for each file whether it is a single product, an array of products or one product per line; `null` if
   * the file has no products or cannot be read.
   */
  'files.layouts': { arguments: { files: readonly InputFile[] }; result: (CatalogueLayout | null)[] };
  /**
   * Applies safe fixes to each file, or to all files as one catalogue if `whole` is set. Returns the new text of
   * each file; `null` if the file does not change.
   */
  'files.fix': { arguments: { files: readonly InputFile[]; whole: boolean }; result: (FixedFile | null)[] };
  /** Joins all products of the files into one array. */
  'files.catalogue': { arguments: { files: readonly InputFile[] }; result: JoinedCatalogue };
  /** Returns suppressions for the findings of each file, or only for findings with the given codes if there are any. */
  'files.suppressions': { arguments: { files: readonly InputFile[]; whole: boolean; codes: readonly string[] }; result: FileSuppressions[] };
  /** Validates the options of a check and the consent. */
  'render.check_options': { arguments: { consent?: string | undefined }; result: null };
  /** Renders the beginning of a report, before the first file. */
  'render.begin': { arguments: { style: OutputStyle }; result: Rendered };
  /** Renders the findings of some files, and adds them to the counts in `tally`. */
  'render.files': { arguments: { files: readonly InputFile[]; whole: boolean; consent?: string | undefined; style: OutputStyle; tally?: Tally | undefined }; result: RenderedFiles };
  /** Renders the end of a report, with the counts of all files. */
  'render.end': { arguments: { style: OutputStyle; tally?: Tally | undefined }; result: Rendered };
  /** Renders the reports in the input, which the caller has from earlier checks. */
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
  /** Sets the language and the unit of columns for later calls of the editor. */
  'editor.begin': { arguments: { settings: Settings }; result: null };
  /** Opens the text in the input. */
  'editor.open': { arguments: { opening: Opening }; result: null };
  /** Closes a text; returns whether it was open. */
  'editor.close': { arguments: { text: number }; result: boolean };
  /** Applies changes to a text. */
  'editor.edit': { arguments: { text: number; changes: readonly TextChange[] }; result: null | 'gone' };
  /** Checks several texts as one catalogue and returns the diagnostics of each text. */
  'editor.whole': { arguments: { texts: readonly number[]; quiet: boolean }; result: lsp.Diagnostic[][] | 'gone' };
  /** Returns the title of the code action that turns a rule off; `null` if the level of the rule cannot be changed. */
  'editor.off_title': { arguments: { code: Code }; result: string | null };
  /** Returns the diagnostics of a text. */
  'editor.diagnostics': { arguments: { query: Query }; result: lsp.Diagnostic[] | null | 'gone' };
  /** Returns code actions for the fixes of the findings in a range. */
  'editor.fixes': { arguments: { query: Query }; result: lsp.CodeAction[] | null | 'gone' };
  /** Returns the code action that applies all safe fixes. */
  'editor.fix_all': { arguments: { query: Query }; result: lsp.CodeAction[] | null | 'gone' };
  /** Returns code actions that suppress the findings in a range. */
  'editor.suppressions': { arguments: { query: Query }; result: (lsp.CodeAction & { entry: string })[] | null | 'gone' };
  /** Returns the diagnostic for an error of a configuration file. */
  'editor.locate_error': { arguments: { query: Query }; result: lsp.Diagnostic[] | 'gone' };
  /** Returns the documentation of the code at a position in a configuration file. */
  'editor.explain': { arguments: { query: Query }; result: lsp.Hover | null | 'gone' };
  /** Returns the documentation of the field at a position. */
  'editor.hover': { arguments: { query: Query }; result: lsp.Hover | null | 'gone' };
  /** Returns the completions at a position. */
  'editor.completions': { arguments: { query: Query }; result: lsp.CompletionItem[] | null | 'gone' };
  /** Returns the definition of the product id at a position, and the references to it. */
  'editor.uses': { arguments: { query: Query }; result: lsp.Location[] | null | 'gone' };
  /** Returns the range of the product id at a position. */
  'editor.rename_range': { arguments: { query: Query }; result: Range | null | 'gone' };
  /** Returns the edits that rename the product id at a position, for each text that contains the id. */
  'editor.rename': { arguments: { query: Query }; result: Renaming | null | 'gone' };
  /** Returns the products of a text. */
  'editor.symbols': { arguments: { query: Query }; result: lsp.DocumentSymbol[] | null | 'gone' };
  /** Returns a code lens for each initiator. */
  'editor.lenses': { arguments: { query: Query }; result: lsp.CodeLens[] | null | 'gone' };
  /** Returns a summary of how the product at an index renews for its buyers. */
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
  /**
   * Returns the setup that creates the product at an index with its renewals, as if none of the products existed
   * yet.
   */
  'service.setup_of': { arguments: { products: unknown; index: number }; result: Result<SetupText, FailureOf<problems.SetupError>> };
  /** Returns the products of a setup. */
  'service.setup_products': { arguments: { setup: unknown }; result: Result<ProductsText, FailureOf<problems.SetupError>> };
  /** Creates the plan for a setup. */
  'service.plan_new': { arguments: { setup: unknown }; result: Result<PlanState, FailureOf<problems.SetupError>> };
  /** Returns the progress of the saved plan in the input. */
  'service.plan_progress': { arguments: Record<never, never>; result: Result<PlanState, FailureOf<problems.PlanError>> };
  /** Returns the next request of the plan in the input. */
  'service.plan_next': { arguments: { base?: string | undefined }; result: Result<PlanRequest, FailureOf<problems.PlanError>> };
  /** Records the response to the request that was sent last, in the plan in the input. */
  'service.plan_record_response': { arguments: { status: number; body: string }; result: Result<PlanState, FailureOf<problems.PlanError>> };
  /** Records that the unconfirmed call of the plan in the input was executed and created the product with this `id`. */
  'service.plan_mark_created': { arguments: { id: number }; result: Result<PlanState, FailureOf<problems.PlanError>> };
  /** Records that the unconfirmed call of the plan in the input was not executed. */
  'service.plan_mark_not_created': { arguments: Record<never, never>; result: Result<PlanState, FailureOf<problems.PlanError>> };
}
