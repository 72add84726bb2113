// Sends service calls: logs in, and retries a call if that is safe.

import { validateHeaderValue } from 'node:http';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { loginRequest, type PlanError, ResponseError, readLoginResponse, type ServiceRequest } from '#internal';
import { numberOf, type Values as ValuesOf } from './command.js';
import { printMessage, report, writeStderr } from './console.js';
import { describe, isDataError, mapError, messageOf, orError, UsageError } from './failure.js';
import { exchange, HttpError } from './http.js';
import { withFlagNames } from './options.js';
import { redirectMessage, serviceFlags } from './service-options.js';

const MAX_RETRIES = 5;
/** Statuses of responses that ask to repeat the request at another URL. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Longest wait before a retry in seconds; if a longer one is due, the call is not retried. */
const LONGEST_WAIT = 3600;
/** Value of `kind` for a request that was sent and got no complete response. */
const NO_RESPONSE = 'no-response';
const TOKEN = 'RENEWAL_RULES_TOKEN';
const USERNAME = 'RENEWAL_RULES_USERNAME';
const PASSWORD = 'RENEWAL_RULES_PASSWORD';

/** Reason why a call failed. */
export interface Problem {
  readonly kind: string;
  readonly message: string;
  readonly retryable?: boolean | undefined;
  readonly body?: string | undefined;
}

/** Converts an error of the library to a problem. */
export const problemOf = (error: PlanError | ResponseError): Problem => ({
  ...error.toJSON(),
  retryable: error.retryable,
  body: error.body,
});

/** An error that ends a sequence of calls; `--format json` prints its `kind`. */
export class CallError extends UsageError {
  constructor(
    readonly kind: string,
    ...lines: readonly string[]
  ) {
    super(...lines);
  }
}

interface Response {
  readonly status: number;
  readonly body: string;
  /** Seconds to wait before the next attempt, as the response requests. */
  readonly retryAfter: number;
}

/** A call without a usable response. `isUnsent` is set if the service cannot have executed it. */
interface FailedCall extends Problem {
  readonly isUnsent: boolean;
}

export type Outcome = Response | FailedCall;

export const isResponse = (outcome: Outcome): outcome is Response => 'status' in outcome;

/** Returns the members of a response that the library reads. */
export const responseOf = ({ status, body }: Response) => ({ status, body });

/** The next call. `request` is `null` if no call is left, or if `error` prevents the next one. */
export interface Next {
  readonly request: ServiceRequest | null;
  readonly error: Problem | null;
  /** Records that the call is about to be sent. If it throws, nothing is sent. */
  readonly begin?: () => void;
}

/** A sequence of calls. */
export interface Calls {
  readonly isLogin?: boolean;
  next(): Next;
  take(outcome: Outcome): Promise<Problem | null> | Problem | null;
}

/** A sequence of one call, with the value read from its response. */
export class OneCall<Value> implements Calls {
  value: Value | undefined;

  constructor(
    private readonly request: ServiceRequest,
    private readonly read: (response: { status: number; body: string }) => Value,
    readonly isLogin = false,
  ) {}

  next(): Next {
    return { request: this.value === undefined ? this.request : null, error: null };
  }

  take(outcome: Outcome): Problem | null {
    if (!isResponse(outcome)) return outcome;
    const value = orError(() => this.read(responseOf(outcome)), ResponseError);
    if (value instanceof ResponseError) return problemOf(value);
    this.value = value;
    return null;
  }
}

/** Reads an environment variable; an empty one counts as unset. */
const variable = (name: string): string | undefined => process.env[name] || undefined;

/** Reads an environment variable, or asks at the terminal if it is unset. */
const secret = async (name: string, question: string, isHidden = false): Promise<string> =>
  variable(name) ?? ask(name, question, isHidden);

/** Parses a `Retry-After` header, a number of seconds or a date; returns the seconds to wait. */
function seconds(text = ''): number {
  const from = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return from > 0 ? Math.ceil(from) : 0;
}

interface Attempt {
  /** Number of retries so far, including this attempt. */
  readonly tries: number;
  /** Set if a new token may help: the call is no login, and no attempt has replaced the token yet. */
  readonly canRenew: boolean;
  /** Seconds to wait before the attempt. */
  readonly wait: number;
}

type Values = ValuesOf<Pick<typeof serviceFlags, 'base-url' | 'no-token' | 'token-header' | 'wait'>>;

/** Matches the headers that describe the connection or the content of a request. */
const RESERVED = /^(accept|connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Returns the function that creates the header for a token; `undefined` if the service needs no token. */
function headerOf(values: Values): ((token: string) => [name: string, value: string]) | undefined {
  if (values['no-token']) return undefined;
  const template = values['token-header'] ?? serviceFlags['token-header'].defaultValue;
  const [, name, value] = /^([\w-]+):\s*(.*\{token\}.*)$/.exec(template) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(
      "--token-header takes a name and a value with {token}, such as 'Authorization: Bearer {token}'",
    );
  }
  if (RESERVED.test(name)) throw new UsageError(`--token-header must be a header for the token alone, not ${name}`);
  return (token) => [name, value.replace('{token}', () => token)];
}

/** The service at a base URL. */
export class Service {
  readonly #header: ReturnType<typeof headerOf>;
  #token = variable(TOKEN);
  #credentials: { username: string; password: string } | undefined;
  /** Secrets that were sent; a response may echo them. */
  readonly #secrets = new Set<string>();

  /** Waits `firstWait` seconds before the first retry, by calling `pause`. */
  constructor(
    private readonly values: Values,
    private readonly firstWait = numberOf({ wait: serviceFlags.wait.defaultValue, ...values }, 'wait'),
    private readonly pause: (milliseconds: number) => Promise<unknown> = setTimeout,
  ) {
    this.#header = headerOf(values);
  }

  /** Makes calls until none is left, or until an error ends the sequence; returns that error. */
  async carryOut(calls: Calls): Promise<Problem | null> {
    const first: Attempt = { tries: 0, canRenew: !calls.isLogin, wait: 0 };
    let attempt: Attempt | undefined = first;
    let call = calls.next();
    while (call.request !== null) {
      const outcome = await this.#send(call.request, call.begin, calls.isLogin);
      const error = this.#redacted(await calls.take(outcome));
      call = calls.next();
      attempt = error === null ? first : this.#next(attempt, error, outcome);
      if (attempt === undefined || call.request === null) return withAdvice(calls, call.error ?? error);
      if (attempt.wait === 0) continue;
      writeStderr(`trying again in ${attempt.wait} s`);
      await this.pause(attempt.wait * 1000);
    }
    return call.error;
  }

  /** Prints a problem, unless a new token may solve it; returns the next attempt, or `undefined` if there is none. */
  #next({ tries, canRenew }: Attempt, problem: Problem, outcome: Outcome): Attempt | undefined {
    if (canRenew && this.#discardRefusedToken(outcome)) return { tries, canRenew: false, wait: 0 };
    const { message, body, retryable } = problem;
    printMessage([message, body?.slice(0, 1000)].filter(Boolean).join('\n'));
    const wait = Math.max(this.firstWait * 2 ** tries, isResponse(outcome) ? outcome.retryAfter : 0);
    if (retryable && wait > LONGEST_WAIT)
      printMessage(
        `not tried again: the next attempt would be in ${wait} s, and the longest wait is ${LONGEST_WAIT} s`,
      );
    const isLast = !retryable || tries === MAX_RETRIES || wait > LONGEST_WAIT;
    return isLast ? undefined : { tries: tries + 1, canRenew, wait };
  }

  /** Replaces secrets in the body of an error, which is printed. The library has read the response unchanged. */
  #redacted(error: Problem | null): Problem | null {
    if (error?.body === undefined) return error;
    // Replace the longest first, because one secret may contain another.
    const secrets = [...this.#secrets].filter(Boolean).sort((a, b) => b.length - a.length);
    return { ...error, body: secrets.reduce((body, secret) => body.replace(spellings(secret), '…'), error.body) };
  }

  /** Discards a token that the service refused, if credentials can get another one; returns whether it did. */
  #discardRefusedToken(outcome: Outcome): boolean {
    if (this.#header === undefined || !isResponse(outcome) || outcome.status !== 401) return false;
    // If this run has not logged in, the token is from the environment.
    const isOwn = this.#credentials !== undefined;
    const canLogIn = isOwn || (variable(USERNAME) !== undefined && variable(PASSWORD) !== undefined);
    if (!isOwn) {
      const next = canLogIn ? 'logging in' : `replace it, or unset it and set ${USERNAME} and ${PASSWORD}`;
      printMessage(`the service refused the token in ${TOKEN} (401), which may have expired; ${next}`);
    }
    if (canLogIn) this.#token = undefined;
    return canLogIn;
  }

  /** Returns the header with the token, if the service needs one; logs in if there is no token. */
  async #tokenHeader(): Promise<{ readonly [name: string]: string }> {
    if (this.#header === undefined) return {};
    this.#token ??= await this.#logIn();
    this.#secrets.add(this.#token);
    const [name, value] = this.#header(this.#token);
    // Do not use the error of Node.js, which may contain the token.
    mapError(
      () => validateHeaderValue(name, value),
      () => new UsageError('the token contains a character that is invalid in an HTTP header'),
    );
    return { [name]: value };
  }

  async #logIn(): Promise<string> {
    this.#credentials ??= {
      username: await secret(USERNAME, 'Username'),
      password: await secret(PASSWORD, 'Password', true),
    };
    const given = { ...this.#credentials, base: this.values['base-url'] };
    const request = mapError(
      () => withFlagNames(() => loginRequest(given), { 'base-url': given.base }),
      (error) => (isDataError(error) ? new UsageError(error.message) : error),
    );
    this.#secrets.add(given.password);
    const login = new OneCall(request, (response) => readLoginResponse({ ...response, receivedAt: new Date() }), true);
    await this.carryOut(login);
    if (login.value === undefined) throw new CallError('no-token', 'the login failed, so the call was not sent');
    if (login.value.refreshToken !== null) this.#secrets.add(login.value.refreshToken);
    return login.value.token;
  }

  /** Sends a request, with the token unless it is a login. */
  async #send(
    { method, path, url = '', headers, body }: ServiceRequest,
    begin = () => {},
    isLogin = false,
  ): Promise<Outcome> {
    const token = isLogin ? {} : await this.#tokenHeader();
    try {
      const response = await exchange({ method, url, headers: { ...headers, ...token }, body }, begin);
      const { status, location } = response;
      const redirect = REDIRECTS.includes(status) ? redirectMessage({ url, path }, location) : undefined;
      // The library reports the body of a response to a call, but not of a response to a login.
      if (redirect !== undefined && isLogin)
        return { kind: 'unreachable', message: `${method} ${url}: ${redirect}`, isUnsent: true };
      return { status, body: redirect ?? response.body, retryAfter: seconds(response.retryAfter) };
    } catch (error) {
      return failedCall(error, `${method} ${url}`, isLogin);
    }
  }
}

/**
 * Returns the error that ends a sequence of calls. If a change may have been made, first prints that it can be repeated;
 * a creation that may have been made is an error of its plan.
 */
function withAdvice({ isLogin }: Calls, error: Problem | null): Problem | null {
  if (!isLogin && error?.kind === NO_RESPONSE)
    printMessage('whether the change was made is not known; it is safe to run the command again');
  return error;
}

/** Returns the outcome of a request that got no complete response. The body of a login is omitted: it has tokens. */
function failedCall(error: unknown, request: string, isLogin: boolean): FailedCall {
  if (!(error instanceof HttpError)) throw error;
  const { body, isTransient: retryable, isUnsent } = error;
  const kind = isUnsent ? 'unreachable' : NO_RESPONSE;
  return { kind, message: `${request}: ${error.message}`, ...(body && !isLogin && { body }), retryable, isUnsent };
}

/** Names of characters in HTML. */
const ENTITIES: { readonly [character: string]: string } = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
};

/** Matches a text, also if it is written with the escape sequences of JSON, even nested, of URLs or of HTML. */
function spellings(text: string): RegExp {
  const characters = Array.from(text, (character) => {
    const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
    const [plain, json] = ['\\u', '\\\\u'].map((prefix) => units.map((code) => prefix + code).join(''));
    const url = Buffer.from(character).toString('hex').replace(/../g, '%$&');
    const code = character.codePointAt(0) ?? 0;
    const html = `&(?:#0{0,6}${code}|#x0{0,6}${code.toString(16)}|${ENTITIES[character] ?? '#'});`;
    return `(?:\\\\{0,7}${plain}|\\\\{0,6}${json}|${url}${character === ' ' ? '|\\+' : ''}|${html})`;
  });
  return new RegExp(characters.join(''), 'gi');
}

/** Lines that were pasted after the answer to a question: the answers to the next questions. */
const pasted: string[] = [];

/** Asks for a value at the terminal; a hidden one is not echoed. */
export async function ask(variable: string, question: string, isHidden: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `missing environment variable ${variable}: it cannot be asked for, because standard input is no terminal`,
    );
  const prompt = `${question}: `;
  const ahead = pasted.shift();
  if (ahead !== undefined) process.stderr.write(prompt);
  const answer = ahead ?? (await lineOfTerminal(prompt, isHidden));
  if (isHidden) process.stderr.write('\n');
  if (answer === undefined) throw new UsageError(`no value was typed for ${variable}`);
  return answer;
}

/** Asks for a line at the terminal; `undefined` if the user gives none. Lines behind it are kept, and not echoed. */
function lineOfTerminal(prompt: string, isHidden: boolean): Promise<string | undefined> {
  let isEchoed = !isHidden;
  const output = new Writable({
    write: (text, _, done) => {
      if (isEchoed) process.stderr.write(text);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  // From here on, the terminal does not echo what is typed.
  if (isHidden) process.stderr.write(prompt);
  return new Promise((resolve) => {
    lines.question(prompt, (answer) => {
      isEchoed = false;
      lines.on('line', (line) => pasted.push(line));
      // Close once the rest of what was pasted is read.
      queueMicrotask(() => {
        lines.close();
        resolve(answer);
      });
    });
    lines.on('SIGINT', () => lines.close()).on('close', () => queueMicrotask(() => resolve(undefined)));
  });
}

/** Makes service calls; prints a thrown error and returns it as a problem, so that the outcome is printed, too. */
export async function attemptCalls(calls: () => Promise<Problem | null>): Promise<Problem | null> {
  try {
    return await calls();
  } catch (error) {
    printMessage(describe(error));
    return { kind: error instanceof CallError ? error.kind : 'failed', message: messageOf(error) };
  }
}

/** Prints the outcome of service calls; returns the exit code. */
export async function printOutcome(text: string, error: Problem | null): Promise<number> {
  const code = exitCode(error);
  return (await report(text)) ? code : 2;
}

/** Values of `kind` for problems that the service did not report. */
const LOCAL: readonly string[] = ['failed', 'no-token', 'unreachable', 'unsaved'];

/** Returns the exit code for a problem. If a call is unconfirmed, prints the options that resolve it. */
export function exitCode(error: Problem | null): number {
  if (error === null) return 0;
  if (error.kind === 'unconfirmed') printMessage(`${error.message} (--made ID or --not-made)`);
  return LOCAL.includes(error.kind) ? 2 : 1;
}
