// The calls that only the entry `renewal-rules/tools` has.

import * as glue from 'built/bindings.js';
import type { TextInput, Value } from './calls.js';
import { catalogueReportOf } from './flat.js';
import { fromProducts, fromText, fromValue, givenOptions, hold, invoke, isText, NONE, optionsText } from './host.js';
import type {
  CatalogueOptions,
  CatalogueReport,
  Code,
  DecisionOptions,
  Options,
  PatchOperation,
  Product,
  Report,
  Severity,
} from './model.js';
import type { ServiceRequest, Setup } from './plan.js';
import { type ReadPart, reading } from './read.js';
import { fixedCatalogue, laidOut, report, valueIn, word } from './reports.js';
import { discreet, type Failure, type Result } from './result.js';
import { service, timed } from './service.js';
import { comparison } from './site-calls.js';
import type {
  AnswerErrorKind,
  CompareErrorKind,
  CompareOptions,
  Comparison,
  CredentialsErrorKind,
  LoginCodeKind,
  LoginErrorKind,
  RequestErrorKind,
  ServiceError,
  SetupErrorKind,
  Timeline,
  TimelineErrorKind,
  TimelineOptions,
  UpdateErrorKind,
} from './tools-model.js';
import type { FixedText, LayoutOption, Located, Wording } from './wording.js';

/** Checks a catalogue: an array of products, or text or bytes of an array or of one product a line. */
export function checkCatalogue(
  text: TextInput,
  options?: CatalogueOptions & LayoutOption & Wording,
): Located<CatalogueReport>;
export function checkCatalogue<Given>(
  products: Value<Given>,
  options?: CatalogueOptions & LayoutOption & Wording,
): CatalogueReport;
export function checkCatalogue(input: unknown, options?: CatalogueOptions & LayoutOption & Wording): CatalogueReport {
  return report(glue.check_catalogue, catalogueReportOf, fromProducts(input), ...laidOut(options));
}

/**
 * Applies the operations of a fix to a text. Everything else in it stays as it is.
 * @throws {TypeError} where the text is not JSON or an operation does not fit it.
 */
export const applyPatch = (text: TextInput, patch: readonly PatchOperation[]): string =>
  invoke(glue.apply_patch, fromText(text), undefined, optionsText(patch));

/** A catalogue after its certain fixes. */
export interface FixedProducts<Products> {
  /** The fixed products: a new value. What has no JSON form is `null`. */
  products: Products | null;
  /** The report of the fixed products. */
  report: CatalogueReport;
  /** How many fixes were made. */
  applied: number;
}

/** Makes every certain fix of a catalogue: in its text, an array or one product a line, or in an array, of which there is a new one. */
export function fixCatalogue(
  text: TextInput,
  options?: CatalogueOptions & LayoutOption & Wording,
): FixedText<Located<CatalogueReport>>;
export function fixCatalogue<Given>(
  products: Value<Given>,
  options?: CatalogueOptions & LayoutOption & Wording,
): FixedProducts<Given>;
export function fixCatalogue(input: unknown, options?: CatalogueOptions & LayoutOption & Wording): unknown {
  const { text, ...rest } = fixedCatalogue(glue.fix_catalogue, input, options);
  return isText(input) ? { text, ...rest } : { products: valueIn(text), ...rest };
}

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
export const rules = (): RuleInfo[] => invoke(glue.rules, NONE);

/** What is known about a code. */
export function explain(code: Code): RuleInfo;
export function explain(code: string): RuleInfo | undefined;
export function explain(code: string): RuleInfo | undefined {
  return invoke<RuleInfo | null>(glue.explain, NONE, undefined, word(code)) ?? undefined;
}

/** What was found in something that was checked. */
export interface FormatResult {
  /** What it is called, such as the name of its file. */
  name: string;
  report: Report | CatalogueReport;
  /** Its text, of which formats for people show the places. */
  text?: string | undefined;
}

/** How reports are shown. */
export interface FormatOptions {
  /** Whether text for people has the colours of a terminal. */
  color?: boolean | undefined;
  /** Whether only errors are shown. */
  quiet?: boolean | undefined;
}

/** Reports as text for people or tools. */
export const format = (
  results: readonly FormatResult[],
  format: 'stylish' | 'json' | 'sarif' | 'github' | 'junit' | 'markdown' | 'gitlab' | 'checkstyle',
  options: FormatOptions = {},
): string => invoke(glue.render, fromValue(results), undefined, optionsText({ ...options, part: 'results', format }));

/**
 * A part of what the command line prints. Files whose bytes are not in the text are read by `read`.
 * @internal
 */
export const render = <Rendered>(
  request: object,
  text: TextInput = '',
  options?: Options | DecisionOptions | CatalogueOptions | TimelineOptions,
  read?: ReadPart,
): Rendered => reading(read, () => invoke(glue.render, fromText(text), givenOptions(options), optionsText(request)));

/**
 * What the language server asks about the texts that it holds in the module; `gone` where it had to begin anew.
 * @internal
 */
export function editor<Answer>(request: object, text: TextInput = '', options?: Options): Answer {
  hold();
  return invoke(glue.editor, fromText(text), givenOptions(options), optionsText(request));
}

/** Why no purchase can be followed. */
export type TimelineFailure = Failure<TimelineErrorKind>;

const followed = <Shown>(products: unknown, options: unknown, how: string): Result<Shown, TimelineFailure> =>
  invoke(glue.timeline, fromProducts(products), givenOptions(options), how);

/**
 * Follows a purchase through its renewals: what happens, and when.
 * @param products One product or an array of products; text and bytes are read as JSON, or as one product a line.
 * @throws {TypeError} where an option is unknown, wrong or missing.
 */
export const timeline = <Given>(products: Value<Given>, options: TimelineOptions): Result<Timeline, TimelineFailure> =>
  followed(products, options, '');

/** A timeline as a table in text. */
export const timelineTable = <Given>(
  products: Value<Given>,
  options: TimelineOptions,
): Result<string, TimelineFailure> => followed(products, options, 'table');

/** A timeline as an SVG picture. */
export const timelineSvg = <Given>(products: Value<Given>, options: TimelineOptions): Result<string, TimelineFailure> =>
  followed(products, options, 'svg');

/** The timeline of each product, or of the one that is stated or alone; `path` says where it is among them. */
export const timelines = <Given>(
  products: Value<Given>,
  options: TimelineOptions,
): (Result<Timeline, TimelineFailure> & { path: string })[] =>
  invoke(glue.timelines, fromProducts(products), givenOptions(options));

/** Why two versions cannot be compared, and which of them is the reason. */
export interface CompareFailure extends Failure<TimelineErrorKind | CompareErrorKind> {
  version?: 'old' | 'new';
}

/**
 * What changes for buyers between two versions of a set-up, each given as for `timeline`.
 * @throws {TypeError} where an option is unknown or wrong.
 */
export const compare = <Before, After>(
  before: Value<Before>,
  after: Value<After>,
  options?: CompareOptions,
): Result<Comparison, CompareFailure> =>
  comparison<Comparison>(before, after, options, '') as Result<Comparison, CompareFailure>;

/** A comparison as text, or as a table in Markdown. */
export const comparisonText = <Before, After>(
  before: Value<Before>,
  after: Value<After>,
  options: CompareOptions & { format?: 'text' | 'markdown' | undefined } = {},
): Result<string, CompareFailure> => {
  const { format = 'text', ...rest } = options;
  return comparison<string>(before, after, rest, format) as Result<string, CompareFailure>;
};

/** A product as a value, as JSON text or as its bytes. */
export type ProductInput = Product | Record<string, unknown> | TextInput;

/** What is made of a value that a call gives. */
function mapped<Value, Made, Problem extends Failure>(
  result: Result<Value, Problem>,
  make: (value: Value) => Made,
): Result<Made, Problem> {
  return result.ok ? { ok: true, value: make(result.value) } : result;
}

/** The login request. Its `body`, which has the password, is left out where it is logged or turned into JSON. */
export const loginRequest = (given: {
  username: string;
  password: string;
  base?: string | undefined;
}): Result<ServiceRequest, Failure<CredentialsErrorKind>> =>
  mapped(service<ServiceRequest, Failure<CredentialsErrorKind>>('loginRequest', given), (request) =>
    discreet(request, 'body'),
  );

/** A token. `token` and `refreshToken` are left out where it is logged or turned into JSON. */
export interface LoginToken {
  token: string;
  refreshToken: string | null;
  /** When it was received, and when it expires. */
  receivedAt: Date;
  expiresAt: Date;
}

/** Why there is no token. */
export interface LoginFailure extends Failure<LoginErrorKind> {
  status: number;
  errors: ServiceError[];
  /** Whether the same request may succeed later. */
  retryLater: boolean;
}

interface TokenData {
  token: string;
  refreshToken: string | null;
  receivedAt: number;
  expiresAt: number;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Reads the answer to a login. */
export const readLoginAnswer = (given: {
  status: number;
  body: string;
  receivedAt: Date;
}): Result<LoginToken, LoginFailure> =>
  mapped(service<TokenData, LoginFailure>('readLoginAnswer', timed(given, 'receivedAt')), (data) =>
    discreet(
      { ...data, receivedAt: dateOf(data.receivedAt), expiresAt: dateOf(data.expiresAt) },
      'token',
      'refreshToken',
    ),
  );

/** Whether a token that was received at one time is valid at another. */
export const isTokenValid = (given: { receivedAt: Date; now: Date }): boolean =>
  service('isTokenValid', timed(given, 'receivedAt', 'now')) as never;

/** What is answered to a login request that is refused. */
export interface LoginRefusal extends Failure<LoginCodeKind> {
  status: number;
  body: string;
}

/** What a login request has; `password` is left out where it is logged or turned into JSON. */
export interface LoginCredentials {
  username: string;
  password: string;
}

/**
 * Checks an incoming login request as the service does: the first error only. Verify the credentials; where they are
 * refused, ask again with `accepted: false` for what to answer.
 */
export const checkLogin = (given: {
  contentType?: string | null | undefined;
  body: string;
  accepted?: boolean | undefined;
}): Result<LoginCredentials, LoginRefusal> =>
  mapped(service<LoginCredentials, LoginRefusal>('checkLogin', given), (credentials) =>
    discreet(credentials, 'password'),
  );

/** Why a request cannot be made. */
export type RequestFailure = Failure<RequestErrorKind | 'not-json' | 'not-an-id'>;

/** The request that creates a product. */
export const createRequest = (given: {
  product: ProductInput;
  base?: string | undefined;
}): Result<ServiceRequest, RequestFailure> => service('createRequest', given);

/** The request that changes a product. */
export const changeRequest = (given: {
  id: number;
  body: ProductInput;
  base?: string | undefined;
}): Result<ServiceRequest, RequestFailure> => service('changeRequest', given);

/** An answer that is not a success. */
export interface AnswerFailure extends Failure<AnswerErrorKind> {
  status: number;
  body: string;
  /** Whether the same call may succeed later. */
  retryLater: boolean;
}

/** Reads the answer to a creation. */
export const readCreateAnswer = (given: { status: number; body: string }): Result<{ id: number }, AnswerFailure> =>
  service('readCreateAnswer', given);

/** Reads the answer to a change. */
export const readChangeAnswer = (given: {
  status: number;
  body: string;
}): Result<Record<string, never>, AnswerFailure> => service('readChangeAnswer', given);

/** The smallest change from one product to another. */
export interface ProductUpdate {
  /** The body to send, `null` where there is nothing to send. */
  body: string | null;
  /** The fields that it sends. */
  fields: string[];
  productId: number | null;
}

/** Why there is no such change. */
export interface UpdateFailure extends Failure<UpdateErrorKind | 'not-json'> {
  /** The fields that would have to go, where that is the reason: a change cannot remove any. */
  fields?: string[];
}

/** The smallest change that makes the wanted product of the current one, or why none can. */
export const update = (given: { current: ProductInput; wanted: ProductInput }): Result<ProductUpdate, UpdateFailure> =>
  service('update', given);

/** The product, as text, that a change makes. */
export const applyUpdate = (given: {
  current: ProductInput;
  body: ProductInput;
}): Result<{ product: string }, UpdateFailure> => service('applyUpdate', given);

/** Checks a set-up; the paths are those of the set-up. */
export const checkSetup = (
  setup: Setup | TextInput,
  options?: CatalogueOptions,
): Result<Report, Failure<SetupErrorKind | 'not-json'>> => service('checkSetup', { setup }, options);
