// Calls of the entry `renewal-rules/tools` only.

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

/** A catalogue after its safe fixes. */
export interface FixedProducts<Products> {
  /** The fixed products, a new value; `null` if the input has no JSON form. */
  products: Products | null;
  /** The report of the fixed products. */
  report: CatalogueReport;
  /** Number of applied fixes. */
  applied: number;
}

/**
 * Applies every safe fix of a catalogue: in its text (an array or newline-delimited JSON), or in a copy of an
 * array.
 */
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

/** Documentation of a code. */
export interface RuleInfo {
  code: Code;
  severities: Severity[];
  /** Section of the interface document. */
  section: string;
  /** Title of the rule. */
  title: string;
  /** Explanation, with the remedy. */
  explanation: string;
  /** Fields that the rule reads, such as `variants[].sku`. */
  reads: string[];
  /** Fields at which it is reported. */
  at: string[];
  /** Params of its diagnostics. */
  params: string[];
  /** English messages by `messageId`. */
  templates: { [messageId: string]: string };
  /** Options of the examples as JSON; empty if there are none. */
  options: string;
  /** Whether the examples are catalogues. */
  catalogue: boolean;
  /** Example that breaks the rule. */
  bad: string;
  /** The fixed example. */
  good: string;
}

/** All rules, in the order of their codes. */
export const rules = (): RuleInfo[] => invoke(glue.rules, NONE);

/** Returns the documentation of a code. */
export function explain(code: Code): RuleInfo;
export function explain(code: string): RuleInfo | undefined;
export function explain(code: string): RuleInfo | undefined {
  return invoke<RuleInfo | null>(glue.explain, NONE, undefined, word(code)) ?? undefined;
}

/** A checked input with its report. */
export interface FormatResult {
  /** Name of the input, such as its file name. */
  name: string;
  report: Report | CatalogueReport;
  /** Text of the input; formats for people show excerpts of it. */
  text?: string | undefined;
}

/** Options for rendering reports. */
export interface FormatOptions {
  /** Whether to use terminal colours. */
  color?: boolean | undefined;
  /** Whether to show errors only. */
  quiet?: boolean | undefined;
}

/** Renders reports as text for people or tools. */
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

/** Reason why there is no timeline. */
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

/** Renders a timeline as a text table. */
export const timelineTable = <Given>(
  products: Value<Given>,
  options: TimelineOptions,
): Result<string, TimelineFailure> => followed(products, options, 'table');

/** Renders a timeline as SVG. */
export const timelineSvg = <Given>(products: Value<Given>, options: TimelineOptions): Result<string, TimelineFailure> =>
  followed(products, options, 'svg');

/** Returns the timeline of each product, or of the requested or only one; `path` points to it. */
export const timelines = <Given>(
  products: Value<Given>,
  options: TimelineOptions,
): (Result<Timeline, TimelineFailure> & { path: string })[] =>
  invoke(glue.timelines, fromProducts(products), givenOptions(options));

/** Reason why two versions cannot be compared, and the version that causes it. */
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

/** Renders a comparison as text, or as a Markdown table. */
export const comparisonText = <Before, After>(
  before: Value<Before>,
  after: Value<After>,
  options: CompareOptions & { format?: 'text' | 'markdown' | undefined } = {},
): Result<string, CompareFailure> => {
  const { format = 'text', ...rest } = options;
  return comparison<string>(before, after, rest, format) as Result<string, CompareFailure>;
};

/** A product as a value, as JSON text, or as bytes. */
export type ProductInput = Product | Record<string, unknown> | TextInput;

/** Transforms the value of a result. */
function mapped<Value, Made, Problem extends Failure>(
  result: Result<Value, Problem>,
  make: (value: Value) => Made,
): Result<Made, Problem> {
  return result.ok ? { ok: true, value: make(result.value) } : result;
}

/** Creates the login request. Its `body`, which contains the password, is omitted from logs and JSON. */
export const loginRequest = (given: {
  username: string;
  password: string;
  base?: string | undefined;
}): Result<ServiceRequest, Failure<CredentialsErrorKind>> =>
  mapped(service<ServiceRequest, Failure<CredentialsErrorKind>>('loginRequest', given), (request) =>
    discreet(request, 'body'),
  );

/** A token. `token` and `refreshToken` are omitted from logs and JSON. */
export interface LoginToken {
  token: string;
  refreshToken: string | null;
  /** Times of receipt and expiry. */
  receivedAt: Date;
  expiresAt: Date;
}

/** Reason why there is no token. */
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

/** Reads the response to a login. */
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

/** Returns whether a token received at one time is valid at another. */
export const isTokenValid = (given: { receivedAt: Date; now: Date }): boolean =>
  service('isTokenValid', timed(given, 'receivedAt', 'now')) as never;

/** Response to a rejected login request. */
export interface LoginRefusal extends Failure<LoginCodeKind> {
  status: number;
  body: string;
}

/** Contents of a login request; `password` is omitted from logs and JSON. */
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

/** Reason why a request cannot be created. */
export type RequestFailure = Failure<RequestErrorKind | 'not-json' | 'not-an-id'>;

/** Creates the request that creates a product. */
export const createRequest = (given: {
  product: ProductInput;
  base?: string | undefined;
}): Result<ServiceRequest, RequestFailure> => service('createRequest', given);

/** Creates the request that changes a product. */
export const changeRequest = (given: {
  id: number;
  body: ProductInput;
  base?: string | undefined;
}): Result<ServiceRequest, RequestFailure> => service('changeRequest', given);

/** An unsuccessful response. */
export interface AnswerFailure extends Failure<AnswerErrorKind> {
  status: number;
  body: string;
  /** Whether the same call may succeed later. */
  retryLater: boolean;
}

/** Reads the response to a creation. */
export const readCreateAnswer = (given: { status: number; body: string }): Result<{ id: number }, AnswerFailure> =>
  service('readCreateAnswer', given);

/** Reads the response to a change. */
export const readChangeAnswer = (given: {
  status: number;
  body: string;
}): Result<Record<string, never>, AnswerFailure> => service('readChangeAnswer', given);

/** The smallest update from one product to another. */
export interface ProductUpdate {
  /** Body to send, `null` if nothing changes. */
  body: string | null;
  /** Fields that the body contains. */
  fields: string[];
  productId: number | null;
}

/** Reason why there is no such update. */
export interface UpdateFailure extends Failure<UpdateErrorKind | 'not-json'> {
  /** Fields that would have to be removed, which an update cannot do. */
  fields?: string[];
}

/** Computes the smallest update that turns the current product into the wanted one. */
export const update = (given: { current: ProductInput; wanted: ProductInput }): Result<ProductUpdate, UpdateFailure> =>
  service('update', given);

/** Returns the product after an update, as text. */
export const applyUpdate = (given: {
  current: ProductInput;
  body: ProductInput;
}): Result<{ product: string }, UpdateFailure> => service('applyUpdate', given);

/** Checks a setup; paths refer to the setup. */
export const checkSetup = (
  setup: Setup | TextInput,
  options?: CatalogueOptions,
): Result<Report, Failure<SetupErrorKind | 'not-json'>> => service('checkSetup', { setup }, options);
