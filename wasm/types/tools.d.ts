import type { CatalogueOptions, CatalogueReport, Code, DecisionOptions, Options, Product, Report, Severity } from './model.js';
import type { FixedText, Language, TextInput } from './api.js';
import type { CompareOptions, Comparison, Progress, ServiceError, Timeline, TimelineOptions } from './tools-model.js';

/** Applies every certain fix to a catalogue as text of a JSON array. */
export function applyFixesCatalogueText(text: TextInput, options?: CatalogueOptions & Language): FixedText<CatalogueReport>;

/** Applies every certain fix to a catalogue as text of newline-delimited JSON. */
export function applyFixesCatalogueLines(text: TextInput, options?: CatalogueOptions & Language): FixedText<CatalogueReport>;

/** Everything that is known about a code. */
export interface RuleInfo {
  code: Code;
  severities: Severity[];
  /** The section of the interface document. */
  section: string;
  /** What is wrong, in a few words. */
  title: string;
  /** Why it is wrong and how to fix it. */
  explanation: string;
  /** The fields that the rule reads, such as `variants[].sku`. */
  reads: string[];
  /** The fields at which it is reported. */
  at: string[];
  /** The parameters of its diagnostics. */
  params: string[];
  /** Its messages in English, by their own names: a diagnostic's `messageId`. */
  templates: { [messageId: string]: string };
  /** The options with which the examples are checked, as JSON; empty where there are none. */
  options: string;
  /** Whether the examples are catalogues. */
  catalogue: boolean;
  /** A document that breaks the rule. */
  bad: string;
  /** The fixed document. */
  good: string;
}

/** All rules, in the order of their codes. */
export function rules(): RuleInfo[];

/** What is known about a code. */
export function explain(code: Code): RuleInfo;
export function explain(code: string): RuleInfo | undefined;

/** What was counted in a rendering so far. */
export interface Tally {
  files: number;
  filesWithProblems: number;
  filesWithErrors: number;
  errors: number;
  warnings: number;
  infos: number;
  /** Files that were skipped, as they have no products. */
  skipped: number;
  /** Limits that are not stated and would be needed, each with the number of files. */
  unlimited: [option: string, files: number][];
  /** What the format `github` has at its end: of errors, of warnings, of infos. */
  annotations: [errors: string[], warnings: string[], infos: string[]];
  fixable: number;
  omitted: number;
  fixesMade: number;
  fixesToMake: number;
}

/** A file of a request. */
export interface RenderFile {
  /** Its name: where it ends in `.ndjson` or `.jsonl`, that counts where the text could be one product or one a line. */
  name: string;
  /** How many bytes of the text it has; without it, the file is read. */
  length?: number | undefined;
  /** Whether it is checked whatever it contains; else a file without a field of a product is skipped. */
  named?: boolean | undefined;
  /** How many fixes made the text what it is, where that was tried, and whether it was written back. */
  applied?: number | undefined;
  written?: boolean | undefined;
}

/** How a rendering looks, and what it is about. */
export interface RenderStyle {
  /** The format; `stylish` by default. */
  format?: 'stylish' | 'json' | 'sarif' | 'github' | 'junit' | 'markdown' | undefined;
  /** Whether text for people has the colours of a terminal. */
  color?: boolean | undefined;
  /** Whether only errors are shown. */
  quiet?: boolean | undefined;
  /** Where this project's site is, which has a page for each rule; for the format `sarif`. */
  site?: string | undefined;
  /** The name of a file as it may be shown. */
  name?: string | undefined;
  /** The buyer's consent, by which the effective kind is shown; without it, it is not shown. */
  consent?: 'given' | 'declined' | 'unavailable' | undefined;
  /** What was counted before, for every part but the first. */
  tally?: Tally | undefined;
  /** The code, for the page of a rule. */
  code?: string | undefined;
  /** Files, whose bytes stand one after the other in the text, or are read. */
  files?: RenderFile[] | undefined;
  /** Whether the files are one catalogue. */
  whole?: boolean | undefined;
}

type RenderOptions = Options | DecisionOptions | CatalogueOptions;

/**
 * Reads a file of a request, by its number there, from a position on: fills the bytes and returns how many there were, which are
 * fewer only where the file ends. Where it throws, the file is left out. It must make no call of this library.
 */
export type ReadPart = (number: number, position: number, into: Uint8Array) => number;

/** Renders a part: the beginning, some files, the end; or a page about rules. The parts are put one after the other. */
export function render(
  request: RenderStyle & { part: 'begin' | 'files' | 'end' | 'rule' | 'rules' | 'reference' },
  text?: TextInput,
  options?: RenderOptions,
  read?: ReadPart,
): { text: string; tally: Tally };
/** What each file holds, `null` where it has no products. */
export function render(
  request: { part: 'layouts'; files: RenderFile[] },
  text: TextInput,
  options?: undefined,
  read?: ReadPart,
): ('product' | 'array' | 'lines' | null)[];
/** Makes every certain fix: the text of each file that changes, and how many were made. */
export function render(
  request: { part: 'fix'; files: RenderFile[]; whole?: boolean | undefined },
  text: TextInput,
  options?: RenderOptions,
  read?: ReadPart,
): ({ text: string; applied: number } | null)[];
/** The effective kinds of all products of a file. */
export function render(
  request: { part: 'decisions'; name?: string | undefined; format?: 'stylish' | 'json' | undefined },
  text: TextInput,
  options?: DecisionOptions,
): { text: string; malformed: boolean };
/** The timelines of all products but those that only renew others, or of the one that is stated, and why others have none. */
export function render(
  request: { part: 'timelines'; format: 'table' | 'svg' | 'json' },
  products: TextInput,
  options: TimelineOptions,
): { text: string; problems: string[]; malformed: boolean };
/** The calls of a saved plan that are left, or the next one alone; an id that the first will give is written `$ID_1`. */
export function render(request: { part: 'plan' | 'call'; format: 'table' | 'json' | 'curl' }, plan: TextInput): { text: string; tally: Tally };
/** The word that was most likely meant. */
export function render(request: { part: 'nearest'; word: string; words: string[] }): string | null;

/** Data with which nothing can be done, and why. */
export interface Failure {
  ok: false;
  message: string;
}

/** What happens after a purchase, and when, as data, as a table in text and as an SVG picture. */
export interface ShownTimeline {
  ok: true;
  timeline: Timeline;
  table: string;
  svg: string;
}

/**
 * Follows a purchase through its renewals.
 * @param products One product or an array of products; text and bytes are read as JSON, or as one product a line.
 * @throws {TypeError} where an option is unknown, wrong or missing.
 */
export function timeline(products: unknown, options: TimelineOptions): ShownTimeline | Failure;

/** As `timeline` for each product of an array; a single or stated product gives one timeline. */
export function timelines(products: unknown, options: TimelineOptions): ShownTimeline | Failure | ((ShownTimeline | Failure) & { path: string })[];

/** What changes for buyers, as data, as text and as a table in Markdown. */
export interface ShownComparison {
  ok: true;
  comparison: Comparison;
  text: string;
  markdown: string;
}

/**
 * What changes for buyers between two versions of products, each given as for `timeline`.
 * @throws {TypeError} where an option is unknown or wrong.
 */
export function compare(before: unknown, after: unknown, options?: CompareOptions): ShownComparison | Failure;

/** A request as data: how it is sent, and how a token is presented, is up to the caller. */
export interface ServiceRequest {
  method: 'POST' | 'PATCH';
  /** The path below the base address. */
  path: string;
  headers: { [name: string]: string };
  body: string;
  /** The whole address, where the base address was given. */
  url?: string;
}

/**
 * The login request. Its `body` has the password: it is left out where the request is printed, copied
 * or turned into JSON.
 */
export function loginRequest(given: { username: string; password: string; base?: string | undefined }): ({ ok: true } & ServiceRequest) | Failure;

/** A token. `token` and `refreshToken` are left out where this is printed, copied or turned into JSON. */
export interface LoginToken {
  ok: true;
  token: string;
  refreshToken: string | null;
  /** When it was received and when it expires, in seconds of the caller's clock. */
  receivedAt: number;
  expiresAt: number;
}

/** Why there is no token. */
export interface LoginFailure extends Failure {
  status: number;
  kind: 'badRequest' | 'unauthorized' | 'notFound' | 'serverError' | 'unknownStatus' | 'noToken';
  errors: ServiceError[];
  /** Whether the same request may succeed later. */
  retryLater: boolean;
}

/** Reads the answer to a login. */
export function readLoginAnswer(given: { status: number; body: string; receivedAt: number }): LoginToken | LoginFailure;

/** Whether a token that was received at one time is valid at another, in seconds. */
export function isTokenValid(given: { receivedAt: number; now: number }): boolean;

/** An incoming login request that is refused: what to answer. */
export interface LoginRefusal {
  ok: false;
  status: number;
  body: string;
}

/** An incoming login request without an error so far: verify the credentials, then ask again with `accepted`. */
export interface LoginToVerify {
  ok: null;
  username: string;
  /** It is left out where this is printed, copied or turned into JSON. */
  password: string;
}

/** Checks an incoming login request as the service does: the first error only. */
export function checkLogin(given: { contentType?: string | null | undefined; body: string; accepted: boolean }): { ok: true } | LoginRefusal;
export function checkLogin(given: { contentType?: string | null | undefined; body: string; accepted?: undefined }): LoginToVerify | LoginRefusal;

/** The request that creates a product, which is given as a value, as JSON text or as its bytes. */
export function createRequest(given: { product: Product | Record<string, unknown> | TextInput; base?: string | undefined }): ({ ok: true } & ServiceRequest) | Failure;

/** The request that changes a product. */
export function changeRequest(given: { id: number; body: Product | Record<string, unknown> | TextInput; base?: string | undefined }): ({ ok: true } & ServiceRequest) | Failure;

/** An answer that is not a success. */
export interface AnswerFailure extends Failure {
  status: number;
  body: string;
  /** Whether the same call may succeed later. */
  retryLater: boolean;
}

/** Reads the answer to a creation. */
export function readCreateAnswer(given: { status: number; body: string }): { ok: true; id: number } | AnswerFailure;

/** Reads the answer to a change. */
export function readChangeAnswer(given: { status: number; body: string }): { ok: true } | AnswerFailure;

/** The smallest change from one product to another. */
export interface ProductUpdate {
  ok: true;
  /** The body to send, `null` where there is nothing to send. */
  body: string | null;
  /** The fields that it sends. */
  fields: string[];
  productId: number | null;
}

/** Why there is no such change. */
export interface UpdateFailure extends Failure {
  /** The fields that would have to go, where that is the reason: a change cannot remove any. */
  fields?: string[];
}

/** The smallest change that makes the wanted product of the current one, or why none can. */
export function update(given: { current: Product | Record<string, unknown> | TextInput; wanted: Product | Record<string, unknown> | TextInput }): ProductUpdate | UpdateFailure;

/** The product, as text, that a change makes. */
export function applyUpdate(given: { current: Product | Record<string, unknown> | TextInput; body: Product | Record<string, unknown> | TextInput }): { ok: true; product: string } | Failure;

/** A set-up described once. */
export interface Setup {
  /** The product that starts the renewals, without `renew_settings`. */
  initiator: Product | Record<string, unknown>;
  /** New products, ids of existing ones, or existing ones with their id. */
  renewals?: readonly (Product | Record<string, unknown> | number)[] | undefined;
  kinds?: { ar?: boolean | { required?: boolean | undefined } | undefined; pmr?: boolean | undefined; email?: boolean | undefined } | undefined;
  trial?: boolean | undefined;
}

/** Checks a set-up; the paths are those of the set-up. */
export function checkSetup(setup: Setup | TextInput, options?: CatalogueOptions): ({ ok: true } & Report) | Failure;

/** Why a plan does not go on. */
export interface PlanProblem {
  kind: 'inDoubt' | 'nothingSent' | 'refused' | 'unclear' | 'noId' | 'idTaken' | 'otherId';
  message: string;
  /** Whether the next request, asked for later, may succeed; a creation that may have been made is in doubt all the same. */
  retryLater: boolean;
  path?: string;
  status?: number;
  body?: string;
  id?: number;
}

/** A plan after a step. `plan` is the text to keep and to hand back. */
export interface PlanState {
  ok: true;
  plan: string;
  progress: Progress;
  error: PlanProblem | null;
}

/**
 * Plans the calls that make a set-up; without a plan where the report has an error. `field-not-on-create` and
 * an id that appears twice (`chain-repeated-id`) stay errors, whatever `rules` says: no such plan could be resumed.
 */
export function planNew(
  setup: Setup | TextInput,
  options?: CatalogueOptions,
): { ok: true; plan: string; progress: Progress; report: Report } | { ok: true; plan: null; progress: null; report: Report } | Failure;

/** What is done and what is left. */
export function planProgress(given: { plan: TextInput }): ({ ok: true } & Progress) | Failure;

/** The next request, `null` where all is done or a creation is in doubt. Keep `plan` before it is sent. */
export function planNext(given: { plan: TextInput; base?: string | undefined }): (PlanState & { request: ServiceRequest | null }) | Failure;

/** Takes an answer. */
export function planFeed(given: { plan: TextInput; status: number; body: string }): PlanState | Failure;

/** States that the call in doubt was made, with the product's id. */
export function planMade(given: { plan: TextInput; id: number }): PlanState | Failure;

/** States that the call in doubt was not made. */
export function planNotMade(given: { plan: TextInput }): PlanState | Failure;
