// Calls of the service with `fetch`: who calls, and when a call is sent again.

import { setTimeout } from 'node:timers/promises';

import { ask, complain, say, UsageError } from './console.js';
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
const secrets = { username: ['RENEWAL_RULES_USERNAME', 'Username'], password: ['RENEWAL_RULES_PASSWORD', 'Password'] };

/** What the environment says, or else the person at the terminal. */
const secret = async (name, isHidden) => process.env[secrets[name][0]] ?? ask(...secrets[name], isHidden);

/** The seconds that a header `Retry-After` asks for: it has a number of them, or a date. */
function seconds(text) {
  const from = text === null || /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return from > 0 ? Math.ceil(from) : 0;
}

/** The service at an address. `header` says how a token is presented, where one is; `first` is the first wait. */
export class Service {
  #base;
  #header;
  #first;
  #pause;
  #token = process.env[TOKEN];
  #credentials;

  constructor(values, first, pause = setTimeout) {
    this.#base = values['base-url'];
    // With another address nothing could be sent, and a creation would be in doubt.
    if (this.#base !== undefined && !(URL.canParse(this.#base) && /^https?:/.test(this.#base))) throw new UsageError('--base-url must be an address that begins with http:// or https://');
    this.#first = first;
    this.#pause = pause;
    if (values['no-token']) return;
    const [, name, value] = /^([\w-]+):\s*(.*\{token\}.*)$/.exec(values['token-header'] ?? 'Authorization: Bearer {token}') ?? [];
    if (name === undefined) throw new UsageError("--token-header takes a name and a value with {token}, such as 'Authorization: Bearer {token}'");
    this.#header = (token) => [name, value.replace('{token}', () => token)];
  }

  /** Makes calls until none is left; gives the error at which it stops. */
  async carryOut(calls) {
    for (let tries = 0, wait = 0, isRenewed = false; ; ) {
      const next = calls.next();
      if (next.request === null) return next.error;
      if (wait > 0) {
        say(`trying again in ${wait} s`);
        await this.#pause(wait * 1000);
      }
      const headers = new Headers(next.request.headers);
      if (!calls.isLogin && this.#header !== undefined) await this.#present(headers);
      calls.keep(next);
      const answer = await this.#send(next.request, headers, calls.isLogin ? undefined : this.#token);
      const error = await calls.take(answer);
      wait = 0;
      if (error === null) {
        [tries, isRenewed] = [0, false];
      } else if (answer.status === 401 && !isRenewed && this.#credentials !== undefined && !calls.isLogin) {
        // The token may have expired.
        [isRenewed, this.#token] = [true, undefined];
      } else {
        complain([error.message, error.body?.slice(0, 1000)].filter(Boolean).join('\n'));
        wait = Math.max(this.#first * 2 ** tries, answer.retryAfter);
        tries += 1;
        if (!error.retryLater || tries > TRIES || wait > LONGEST_WAIT) return calls.next().error ?? error;
      }
    }
  }

  /** Adds the token, for which it logs in where there is none. */
  async #present(headers) {
    if (this.#token === undefined) await this.#logIn();
    try {
      headers.set(...this.#header(this.#token));
    } catch {
      // Its own words would repeat the token.
      throw new UsageError('the token has a character that no header can have');
    }
  }

  async #logIn() {
    this.#credentials ??= { username: await secret('username', false), password: await secret('password', true) };
    const { ok, value: request, error: problem } = called(() => loginRequest({ ...this.#credentials, base: this.#base }), { 'base-url': this.#base });
    if (!ok) throw new UsageError(problem.message);
    const error = await this.carryOut({
      isLogin: true,
      next: () => ({ request: this.#token === undefined ? request : null, error: null }),
      keep() {},
      take: (answer) => {
        if (answer.status === undefined) return answer;
        const { value, error = null } = readLoginAnswer({ status: answer.status, body: answer.body, receivedAt: new Date() });
        this.#token = value?.token;
        return error;
      },
    });
    if (error !== null) throw new UsageError('nothing was sent, as there is no token');
  }

  /** Sends a request. Without an answer, the outcome is an error, and says whether anything can have been sent. */
  async #send({ method, url, body }, headers, token) {
    try {
      const answer = await fetch(url, { method, headers, body, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
      const text = await answer.text().catch((error) => {
        if (answer.ok) throw error;
        return '';
      });
      return { status: answer.status, body: token === undefined ? text : text.replaceAll(token, '…'), retryAfter: seconds(answer.headers.get('retry-after')) };
    } catch ({ name, message, cause }) {
      const reason = name === 'TimeoutError' ? 'no answer came in time' : cause?.message || cause?.code || message;
      return { kind: 'unreachable', message: `${method} ${url}: ${reason}`, retryLater: true, retryAfter: 0, isUnsent: UNSENT.includes(cause?.code) };
    }
  }
}
