/** Operations of the service: `POST /v1/login_check`, `POST /v1/product` and `PATCH /v1/product/{id}`. */
export type Call = 'login' | 'create' | 'change';

/** A fault that a client sees: an HTTP status from 200 to 599, or a fault of the connection or the body. */
export type Fault = number | 'break' | 'not-json' | 'cut-off';

/** A scripted failure of the next calls. At most one of `before`, `after` and `pass` is set. */
export interface Failure {
  /** Call that the failure applies to; by default any call. */
  call?: Call | null;
  /** Fault to return instead of executing the call. */
  before?: Fault | null;
  /** Fault to return instead of the response, after the call was executed. */
  after?: Fault | null;
  /** `true` if the call is executed as usual; the same as setting neither `before` nor `after`. */
  pass?: boolean;
  /** Delay before the call is executed, in milliseconds. */
  delayMs?: number;
  /** Value of the `Retry-After` header, in seconds. */
  retryAfter?: number | null;
  /** Number of calls that the failure applies to; by default 1. */
  times?: number;
}

/** A failure script: failures in order; `scenario.schema.json` of this package describes the document. */
export interface Scenario {
  $schema?: string;
  failures: Failure[];
}

/** Products, accounts and the time of the clock. */
export interface Seed {
  /** Products, each with its `id`. */
  products?: unknown;
  accounts?: { username: string; password: string }[];
  /** Time such as `2026-01-31T12:00:00Z`. */
  clock?: string;
}

/** Selects requests; members that are not set select all. */
export interface Filter {
  call?: Call;
  productId?: number;
  method?: string;
  path?: string;
  /** Status of the response. */
  status?: number;
}

/** Number of requests that a test expects. */
export interface Expectation {
  match?: Filter;
  count: number;
}

/** A request that arrived, and its response, without secrets. */
export interface Exchange {
  /** Number of the request, from 1, in the order of arrival. */
  number: number;
  /** Time of arrival, by the emulator's clock. */
  time: string;
  call: Call | null;
  productId: number | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  body: any;
  /** `null` until the response is sent, and after the failure `break`; after `cut-off`, the body is half of it. */
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  response: { status: number; headers: Record<string, string>; body: any } | null;
  failure: Failure | null;
}

/** An event of a subscription. */
export interface Event {
  /** Number of the purchase, from 1. */
  purchase: number;
  event: 'order' | 'message' | 'charge' | 'end';
  /** Date such as `2026-01-31`; `null` if the timeline does not know it. */
  date: string | null;
  /** Period that the event belongs to, as in a timeline of `renewal-rules`. */
  period: { number: number; productId: number | null; article: string | null; price: string | null; paid: string };
  /** Reason of an `end`, as in a timeline of `renewal-rules`. */
  stop: { reason: string; message: string } | null;
}

/** The events until today. All of them are assumptions: the interface document describes no events. */
export interface Events {
  assumption: string;
  today: string;
  notes: { code: string; message: string }[];
  events: Event[];
}

/** Part of the emulator that a reset restores. */
export type ResetTarget = 'products' | 'accounts' | 'purchases' | 'clock' | 'failures' | 'requests';

export interface Options {
  /** Products with their ids, or an object of `products`, `accounts` and `clock`. */
  seed?: Seed | unknown[];
  /** Failures of the first calls. */
  scenario?: Scenario;
  /** Time of the clock at the start. */
  clock?: Date | string;
  /** Further arguments of `renewal-rules-emulator`, such as `--no-token`. */
  args?: string[];
}

/** Error of the emulator: it did not start, or refused an admin call with `status`. */
export class EmulatorError extends Error {
  readonly status: number | undefined;
}

/** A running emulator. Its methods throw an `EmulatorError` if the emulator refuses a call. */
export interface Emulator extends AsyncDisposable {
  /** Base URL for the client under test. */
  readonly url: string;
  /** Returns the requests that arrived, in their order. */
  requests(filter?: Filter): Promise<Exchange[]>;
  clearRequests(): Promise<void>;
  /** Throws if the number of requests that a filter selects is not the expected one. */
  verify(...expectations: Expectation[]): Promise<void>;
  /** Adds failures of the next calls. */
  fail(...failures: Failure[]): Promise<void>;
  /** Returns the scripted failures that have not applied yet. */
  failures(): Promise<Failure[]>;
  clearFailures(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  products(): Promise<any[]>;
  /** Adds products and accounts, and sets the clock. */
  seed(seed: Seed | unknown[]): Promise<void>;
  now(): Promise<Date>;
  setClock(time: Date | string): Promise<void>;
  /** Moves the clock; negative seconds move it back. */
  advance(seconds: number): Promise<void>;
  /** Makes a purchase today, with the options of a timeline except `purchaseDate` and `renewals`. An assumption. */
  purchase(
    options: object,
  ): Promise<{ purchase: number; date: string; assumption: string; notes: object[]; decision: object }>;
  /** Returns the events of all purchases until today. All events are assumptions. */
  events(): Promise<Events>;
  /** Resets these parts, or everything, to their state at the start. */
  reset(...targets: ResetTarget[]): Promise<void>;
  /** Stops the emulator after it has completed the requests that it has received. */
  close(): Promise<void>;
}

/**
 * Starts an emulator on a free port. Uses the executable in the environment variable `RENEWAL_RULES_EMULATOR`, or that
 * of the optional package for this platform, such as `@renewal-rules/emulator-linux-x64`.
 */
export function createEmulator(options?: Options): Promise<Emulator>;
