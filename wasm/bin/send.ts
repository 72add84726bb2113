// Calls of the service with `fetch`: who calls, and when a call is sent again.

import { setTimeout } from 'node:timers/promises';

import type { Result, ServiceRequest } from 'renewal-rules/tools';

import { ask, codeOf, complain, messageOf, say, UsageError } from './console.js';
import { loginRequest, readLoginAnswer } from './module.js';
import { called } from './options.js';

/** How often a call is sent again, and the longest wait before that, in seconds. */
const TRIES = 5;
const LONGEST_WAIT = 3600;
/** After so many milliseconds without an answer, a call is given up. */
const PATIENCE = 60_000;
/** With these no connection came about, so that nothing was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

const TOKEN = 'RENEWAL_RULES_TOKEN';

/** Why a call was not made. */
export interface Problem {
  readonly kind: string;
  readonly message: string;
  readonly retryLater?: boolean;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  /** After how many seconds the service wants to be asked again. */
  readonly retryAfter: number;
}

/** No answer. */
interface Lost extends Problem {
  readonly isUnsent: boolean;
}

/** What became of a call that was sent. */
export type Outcome = Answer | Lost;

export const isAnswer = (outcome: Outcome): outcome is Answer => 'status' in outcome;

/** What the library reads of an answer. */
export const answerOf = ({ status, body }: Answer) => ({ status, body });

/** The next call; no request where none is left or, with an error, where none can be made. */
export interface Next {
  readonly request: ServiceRequest | null;
  readonly error: Problem | null;
  /** Keeps that it is under way. */
  readonly begin?: () => void;
}

/** Calls that are made one after the other. */
export interface Calls {
  readonly isLogin?: boolean;
  next(): Next;
  /** Takes what became of it. */
  take(outcome: Outcome): Promise<Problem | null> | Problem | null;
}

/** One call, and what is read of its answer. */
export class OneCall<Value> implements Calls {
  value: Value | undefined;
  readonly #request: ServiceRequest;
  readonly #read: (answer: { status: number; body: string }) => Result<Value>;

  constructor(
    request: ServiceRequest,
    read: (answer: { status: number; body: string }) => Result<Value>,
    readonly isLogin = false,
  ) {
    this.#request = request;
    this.#read = read;
  }

  next(): Next {
    return { request: this.value === undefined ? this.#request : null, error: null };
  }

  take(outcome: Outcome): Problem | null {
    if (!isAnswer(outcome)) return outcome;
    const { value, error } = this.#read(answerOf(outcome));
    this.value = value;
    return error ?? null;
  }
}

/** What the environment says, or else the person at the terminal. */
const secret = async (variable: string, question: string, isHidden = false): Promise<string> =>
  process.env[variable] ?? ask(variable, question, isHidden);

/** The seconds that a header `Retry-After` asks for: it has a number of them, or a date. */
function seconds(text: string | null): number {
  const from = text === null || /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return from > 0 ? Math.ceil(from) : 0;
}

/** The service at an address. `header` says how a token is presented, where one is; `first` is the first wait. */
export class Service {
  readonly #base: string | undefined;
  readonly #header: ((token: string) => [name: string, value: string]) | undefined;
  readonly #first: number;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  #token = process.env[TOKEN];
  #credentials: { username: string; password: string } | undefined;

  constructor(
    values: { readonly 'base-url'?: string; readonly 'no-token'?: boolean; readonly 'token-header'?: string },
    first: number,
    pause: (milliseconds: number) => Promise<unknown> = setTimeout,
  ) {
    this.#base = values['base-url'];
    // With another address nothing could be sent, and a creation would be in doubt.
    if (this.#base !== undefined && !(URL.canParse(this.#base) && /^https?:/.test(this.#base))) {
      throw new UsageError('--base-url must be an address that begins with http:// or https://');
    }
    this.#first = first;
    this.#pause = pause;
    if (values['no-token']) return;
    const form = values['token-header'] ?? 'Authorization: Bearer {token}';
    const [, name, value] = /^([\w-]+):\s*(.*\{token\}.*)$/.exec(form) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(
        "--token-header takes a name and a value with {token}, such as 'Authorization: Bearer {token}'",
      );
    }
    this.#header = (token) => [name, value.replace('{token}', () => token)];
  }

  /** Makes calls until none is left; gives the error at which it stops. */
  async carryOut(calls: Calls): Promise<Problem | null> {
    let call = calls.next();
    for (let tries = 0, isRenewed = false; call.request !== null; ) {
      const outcome = await this.#make(call.request, call.begin, calls.isLogin);
      const error = await calls.take(outcome);
      call = calls.next();
      if (error === null) {
        tries = 0;
        isRenewed = false;
      } else if (!isRenewed && !calls.isLogin && this.#forgets(outcome)) {
        isRenewed = true;
      } else {
        const wait = this.#waitAfter(error, outcome, tries++);
        if (wait === undefined || call.request === null) return call.error ?? error;
        await this.#waits(wait);
      }
    }
    return call.error;
  }

  async #make(request: ServiceRequest, begin?: () => void, isLogin = false): Promise<Outcome> {
    const headers = new Headers(request.headers);
    if (!isLogin) await this.#present(headers);
    begin?.();
    return this.#send(request, headers, isLogin ? undefined : this.#token);
  }

  /** How many seconds after an error a call is sent again; nothing where it is not. */
  #waitAfter({ message, body, retryLater }: Problem, outcome: Outcome, tries: number): number | undefined {
    complain([message, body?.slice(0, 1000)].filter(Boolean).join('\n'));
    const wait = Math.max(this.#first * 2 ** tries, isAnswer(outcome) ? outcome.retryAfter : 0);
    return retryLater && tries < TRIES && wait <= LONGEST_WAIT ? wait : undefined;
  }

  async #waits(seconds: number): Promise<void> {
    if (seconds === 0) return;
    say(`trying again in ${seconds} s`);
    await this.#pause(seconds * 1000);
  }

  /** Forgets the token where it may have expired and there can be another one. */
  #forgets(outcome: Outcome): boolean {
    const isRefused = isAnswer(outcome) && outcome.status === 401 && this.#credentials !== undefined;
    if (isRefused) this.#token = undefined;
    return isRefused;
  }

  /** Adds the token, for which it logs in where there is none. */
  async #present(headers: Headers): Promise<void> {
    if (this.#header === undefined) return;
    this.#token ??= await this.#logIn();
    try {
      headers.set(...this.#header(this.#token));
    } catch {
      // Its own words would repeat the token.
      throw new UsageError('the token has a character that no header can have');
    }
  }

  /** A token. */
  async #logIn(): Promise<string> {
    this.#credentials ??= {
      username: await secret('RENEWAL_RULES_USERNAME', 'Username'),
      password: await secret('RENEWAL_RULES_PASSWORD', 'Password', true),
    };
    const given = { ...this.#credentials, base: this.#base };
    const { ok, value, error } = called(() => loginRequest(given), { 'base-url': this.#base });
    if (!ok) throw new UsageError(error.message);
    const login = new OneCall(value, (answer) => readLoginAnswer({ ...answer, receivedAt: new Date() }), true);
    await this.carryOut(login);
    if (login.value === undefined) throw new UsageError('nothing was sent, as there is no token');
    return login.value.token;
  }

  /** Sends a request. Without an answer, the outcome is an error, and says whether anything can have been sent. */
  async #send({ method, url = '', body }: ServiceRequest, headers: Headers, token?: string): Promise<Outcome> {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch(url, { method, headers, body, redirect: 'manual', signal });
      const text = await answer.text().catch((error) => {
        if (answer.ok) throw error;
        return '';
      });
      return {
        status: answer.status,
        body: token === undefined ? text : text.replaceAll(token, '…'),
        retryAfter: seconds(answer.headers.get('retry-after')),
      };
    } catch (error) {
      const message = `${method} ${url}: ${reason(error)}`;
      const isUnsent = UNSENT.includes(String(codeOf(causeOf(error))));
      return { kind: 'unreachable', message, retryLater: true, isUnsent };
    }
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

/** Why there is no answer, in words. */
function reason(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer came in time';
  const cause = causeOf(error);
  const words = cause instanceof Error ? cause.message || String(codeOf(cause) ?? '') : '';
  return words || messageOf(error);
}
