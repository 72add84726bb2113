// Calls of the entry `renewal-rules/tools` only.

import * as glue from 'built/bindings.js';
import type { ProductValue } from './calls.js';
import { CatalogueError, PatchError, RequestError, ResponseError, SetupError } from './errors.js';
import { catalogueReportOf } from './flat.js';
import { fromInput, fromProducts, fromValue, givenOptions, invoke, NONE, optionsText } from './host.js';
import { isJsonText, type JsonText } from './json-text.js';
import type { CatalogueOptions, CatalogueReport, Code, PatchOperation, Product, Report, Severity } from './model.js';
import type { ServiceRequest, Setup } from './plan.js';
import { fixedCatalogue, laidOut, report, valueIn, word, worded } from './reports.js';
import { discreet, type Failure, type Result, unwrapped } from './result.js';
import { withUrl, withUrls } from './rule-url.js';
import { service, timed } from './service.js';
import { comparison } from './site-calls.js';
import type { CompareOptions, Comparison, Timeline, TimelineOptions } from './tools-model.js';
import type { FixedText, LayoutOption, Located, Wording } from './wording.js';

/** Options of the check of a catalogue. */
export type CatalogueCheckOptions = CatalogueOptions & LayoutOption & Wording;

/**
 * Checks a catalogue: an array of products, or `jsonText` of an array or of one product per line. Never throws because of
 * the products.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { checkCatalogue } from 'renewal-rules/tools';
 *
 * console.log(checkCatalogue([{ id: 101 }, { id: 101 }]).diagnostics[0].path); // /1/id
 * ```
 */
export function checkCatalogue(text: JsonText, options?: CatalogueCheckOptions): Located<CatalogueReport>;
export function checkCatalogue<Given>(products: ProductValue<Given>, options?: CatalogueCheckOptions): CatalogueReport;
export function checkCatalogue(input: unknown, options?: CatalogueCheckOptions): CatalogueReport {
  return report(glue.check_catalogue, catalogueReportOf, fromProducts(input), ...laidOut(options));
}

/**
 * Applies the operations of a JSON Patch, such as the `fix` of a diagnostic: to a text, of which everything else stays as
 * it is, or to a copy of a value.
 *
 * @throws {@link PatchError} if the text is not JSON, or an operation does not fit it.
 * @example
 * ```js
 * import { applyPatch, jsonText } from 'renewal-rules/tools';
 *
 * const patch = [{ op: 'replace', path: '/licence_term', value: 'P1M' }];
 * console.log(applyPatch(jsonText('{ "licence_term": "p1m" }'), patch)); // { "licence_term": "P1M" }
 * ```
 */
export function applyPatch(text: JsonText, patch: readonly PatchOperation[]): string;
export function applyPatch<Given>(value: ProductValue<Given>, patch: readonly PatchOperation[]): Given;
export function applyPatch(input: unknown, patch: readonly PatchOperation[]): unknown {
  const patched = invoke<Result<string, Failure<PatchError['kind']>>>(
    glue.apply_patch,
    fromInput(input),
    undefined,
    optionsText(patch),
  );
  const text = unwrapped(patched, PatchError);
  return isJsonText(input) ? text : JSON.parse(text);
}

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
 * Applies every safe fix of a catalogue: to its text (an array or newline-delimited JSON), or to a copy of an array.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { fixCatalogue } from 'renewal-rules/tools';
 *
 * console.log(fixCatalogue([{ licence_term: 'p1m' }]).products); // [ { licence_term: 'P1M' } ]
 * ```
 */
export function fixCatalogue(text: JsonText, options?: CatalogueCheckOptions): FixedText<Located<CatalogueReport>>;
export function fixCatalogue<Given>(
  products: ProductValue<Given>,
  options?: CatalogueCheckOptions,
): FixedProducts<Given>;
export function fixCatalogue(input: unknown, options?: CatalogueCheckOptions): unknown {
  const { text, ...rest } = fixedCatalogue(glue.fix_catalogue, input, options);
  return isJsonText(input) ? { text, ...rest } : { products: valueIn(text), ...rest };
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

/**
 * Returns the documentation of all rules, in the order of their codes.
 *
 * @example
 * ```js
 * import { rules } from 'renewal-rules/tools';
 *
 * console.log(rules()[0].code); // json-syntax
 * ```
 */
export const rules = (): RuleInfo[] => invoke(glue.rules, NONE);

/**
 * Returns the documentation of a code, `undefined` if there is no such code.
 *
 * @example
 * ```js
 * import { explain } from 'renewal-rules/tools';
 *
 * console.log(explain('chain-empty').title); // The chain is empty
 * ```
 */
export function explain(code: Code): RuleInfo;
export function explain(code: string): RuleInfo | undefined;
export function explain(code: string): RuleInfo | undefined {
  return invoke<RuleInfo | null>(glue.explain, NONE, undefined, word(code)) ?? undefined;
}

/** A checked input with its report. */
export interface FormatResult {
  /** Name of the input, such as its file name. */
  name: string;
  /** The report of the input. */
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

/**
 * Renders reports as text for people or tools, as the command line does.
 *
 * @throws {@link OptionsError} if the format is unknown or a result has no report.
 * @example
 * ```js
 * import { check, format } from 'renewal-rules/tools';
 *
 * console.log(format([{ name: 'a.json', report: check({ id: 0 }) }], 'github')); // ::error …
 * ```
 */
export const format = (
  results: readonly FormatResult[],
  format: 'stylish' | 'json' | 'sarif' | 'github' | 'junit' | 'markdown' | 'gitlab' | 'checkstyle',
  options: FormatOptions = {},
): string => invoke(glue.render, fromValue(results), undefined, optionsText({ ...options, part: 'results', format }));

type Followed<Value> = Result<Value, Failure<CatalogueError['kind']>>;

const followed = <Shown>(products: unknown, options: unknown, how: string): Shown =>
  unwrapped(invoke<Followed<Shown>>(glue.timeline, fromProducts(products), givenOptions(options), how), CatalogueError);

/**
 * Follows a purchase through its renewals: what happens, and when.
 *
 * @param products One product or an array of products, or `jsonText` of one, of an array or of one product per line.
 * @throws {@link CatalogueError} if no product can be followed; {@link OptionsError} if an option is unknown, invalid or
 * missing.
 * @example
 * ```js
 * import { timeline } from 'renewal-rules/tools';
 *
 * console.log(timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }).periods[0].end); // 2026-02-28
 * ```
 */
export const timeline = <Given>(products: ProductValue<Given> | JsonText, options: TimelineOptions): Timeline =>
  followed(products, options, '');

/**
 * Renders a timeline as a text table.
 *
 * @throws {@link CatalogueError} if no product can be followed; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { timelineTable } from 'renewal-rules/tools';
 *
 * console.log(timelineTable({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }));
 * ```
 */
export const timelineTable = <Given>(products: ProductValue<Given> | JsonText, options: TimelineOptions): string =>
  followed(products, options, 'table');

/**
 * Renders a timeline as SVG.
 *
 * @throws {@link CatalogueError} if no product can be followed; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { timelineSvg } from 'renewal-rules/tools';
 *
 * console.log(timelineSvg({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' })); // <svg …
 * ```
 */
export const timelineSvg = <Given>(products: ProductValue<Given> | JsonText, options: TimelineOptions): string =>
  followed(products, options, 'svg');

/** The timeline of one of several products, or the reason why it has none. */
export type ProductTimeline = {
  /** JSON Pointer to the product. */
  path: string;
} & ({ timeline: Timeline; error?: undefined } | { timeline?: undefined; error: CatalogueError });

/**
 * Returns the timeline of each product, or of the requested or only one.
 *
 * @throws {@link CatalogueError} if the input contains no products; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { timelines } from 'renewal-rules/tools';
 *
 * const products = [{ id: 1, licence_term: 'P1M' }, { id: 2, licence_term: 'P1M' }];
 * for (const { path, timeline } of timelines(products, { purchaseDate: '2026-01-31' })) console.log(path, timeline.stop);
 * ```
 */
export function timelines<Given>(
  products: ProductValue<Given> | JsonText,
  options: TimelineOptions,
): ProductTimeline[] {
  const all = invoke<Followed<(Followed<Timeline> & { path: string })[]>>(
    glue.timelines,
    fromProducts(products),
    givenOptions(options),
  );
  return unwrapped(all, CatalogueError).map(({ path, value, error }) =>
    error === undefined ? { path, timeline: value } : { path, error: new CatalogueError(error) },
  );
}

/**
 * Returns what changes for buyers between two versions of a catalogue, each given as for `timeline`.
 *
 * @throws {@link CatalogueError} with the `version` that causes it, if they cannot be compared; {@link OptionsError} if an
 * option is unknown or invalid.
 * @example
 * ```js
 * import { compare } from 'renewal-rules/tools';
 *
 * console.log(compare({ licence_term: 'P1M' }, { licence_term: 'P2M' }).changed); // true
 * ```
 */
export const compare = <Before, After>(
  before: ProductValue<Before> | JsonText,
  after: ProductValue<After> | JsonText,
  options?: CompareOptions,
): Comparison => {
  const compared = unwrapped(comparison<Comparison>(before, after, options, ''), CatalogueError);
  for (const { diagnostic } of [...compared.appeared, ...compared.disappeared]) withUrl(diagnostic);
  return compared;
};

/**
 * Renders a comparison as text, or as a Markdown table.
 *
 * @throws {@link CatalogueError} if the versions cannot be compared; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { comparisonText } from 'renewal-rules/tools';
 *
 * console.log(comparisonText({ licence_term: 'P1M' }, { licence_term: 'P2M' }, { format: 'markdown' }));
 * ```
 */
export const comparisonText = <Before, After>(
  before: ProductValue<Before> | JsonText,
  after: ProductValue<After> | JsonText,
  options: CompareOptions & { format?: 'text' | 'markdown' | undefined } = {},
): string => {
  const { format = 'text', ...rest } = options;
  return unwrapped(comparison<string>(before, after, rest, format), CatalogueError);
};

/** A product as a value or as JSON text. */
export type ProductInput = Product | Record<string, unknown> | JsonText;

/**
 * Creates the login request. Its `body`, which contains the password, is omitted from logs and JSON.
 *
 * @throws {@link RequestError} if no account can have this username or password.
 * @example
 * ```js
 * import { loginRequest } from 'renewal-rules/tools';
 *
 * console.log(loginRequest({ username: 'me', password: 'secret' }).path); // /v1/login_check
 * ```
 */
export const loginRequest = (given: {
  username: string;
  password: string;
  base?: string | undefined;
}): ServiceRequest => discreet(unwrapped(service<ServiceRequest, never>('loginRequest', given), RequestError), 'body');

/** A token. `token` and `refreshToken` are omitted from logs and JSON. */
export interface LoginToken {
  token: string;
  refreshToken: string | null;
  /** Times of receipt and expiry. */
  receivedAt: Date;
  expiresAt: Date;
}

interface TokenData {
  token: string;
  refreshToken: string | null;
  receivedAt: number;
  expiresAt: number;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/**
 * Reads the response to a login.
 *
 * @throws {@link ResponseError} if it contains no token.
 * @example
 * ```js
 * import { readLoginResponse } from 'renewal-rules/tools';
 *
 * const { expiresAt } = readLoginResponse({ status: 200, body: '{"token":"t"}', receivedAt: new Date() });
 * console.log(expiresAt > new Date()); // true
 * ```
 */
export const readLoginResponse = (given: { status: number; body: string; receivedAt: Date }): LoginToken => {
  const read = service<TokenData, never>('readLoginResponse', timed(given, 'receivedAt'));
  const data = unwrapped(read, ResponseError);
  return discreet(
    { ...data, receivedAt: dateOf(data.receivedAt), expiresAt: dateOf(data.expiresAt) },
    'token',
    'refreshToken',
  );
};

/**
 * Creates the request that creates a product.
 *
 * @throws {@link RequestError} if the product cannot be sent.
 * @example
 * ```js
 * import { createRequest } from 'renewal-rules/tools';
 *
 * console.log(createRequest({ product: { name: 'Example' } }).body); // {"name":"Example"}
 * ```
 */
export const createRequest = (given: { product: ProductInput; base?: string | undefined }): ServiceRequest =>
  unwrapped(service<ServiceRequest, never>('createRequest', given, { documents: ['product'] }), RequestError);

/**
 * Creates the request that changes a product.
 *
 * @throws {@link RequestError} if the body cannot be sent.
 * @example
 * ```js
 * import { changeRequest } from 'renewal-rules/tools';
 *
 * console.log(changeRequest({ id: 101, body: { name: 'Example' } }).path); // /v1/product/101
 * ```
 */
export const changeRequest = (given: { id: number; body: ProductInput; base?: string | undefined }): ServiceRequest =>
  unwrapped(service<ServiceRequest, never>('changeRequest', given, { documents: ['body'] }), RequestError);

/**
 * Reads the response to a creation: the id of the product.
 *
 * @throws {@link ResponseError} if it is no success, or contains no id.
 * @example
 * ```js
 * import { readCreateResponse } from 'renewal-rules/tools';
 *
 * console.log(readCreateResponse({ status: 201, body: '{"id":101}' }).id); // 101
 * ```
 */
export const readCreateResponse = (given: { status: number; body: string }): { id: number } =>
  unwrapped(service<{ id: number }, never>('readCreateResponse', given), ResponseError);

/** The smallest update from one product to another. */
export interface ProductUpdate {
  /** Body to send, `null` if nothing changes. */
  body: string | null;
  /** Fields that the body contains. */
  fields: string[];
  /** Id of the product, if one of the two has it. */
  productId: number | null;
}

/**
 * Computes the smallest update that turns the current product into the wanted one.
 *
 * @throws {@link RequestError} if there is none: an update cannot remove fields, which the error lists.
 * @example
 * ```js
 * import { update } from 'renewal-rules/tools';
 *
 * console.log(update({ current: { id: 101, name: 'A' }, wanted: { id: 101, name: 'B' } }).body); // {"name":"B"}
 * ```
 */
export const update = (given: { current: ProductInput; wanted: ProductInput }): ProductUpdate =>
  unwrapped(service<ProductUpdate, never>('update', given, { documents: ['current', 'wanted'] }), RequestError);

/**
 * Checks the products of a setup; paths refer to the setup.
 *
 * @throws {@link SetupError} if this is no description of a setup; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { checkSetup } from 'renewal-rules/tools';
 *
 * const { diagnostics } = checkSetup({ initiator: {}, renewals: [{ licence_term: 'P1M' }], kinds: { ar: true } });
 * console.log(diagnostics.length > 0); // true
 * ```
 */
export const checkSetup = (setup: Setup | JsonText, options?: CatalogueOptions): Report => {
  const read = service<Report, never>('checkSetup', { setup }, { documents: ['setup'], options });
  return worded(withUrls(unwrapped(read, SetupError)), {});
};
