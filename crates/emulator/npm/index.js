// Starts the emulator as a separate process and calls its admin API.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Emulators that run. Each stops when its standard input is closed, so that none survives this process. */
const running = new Set();

/** Error of the emulator: it did not start, or refused an admin call with `status`. */
export class EmulatorError extends Error {
  name = 'EmulatorError';

  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Returns the path of the emulator's executable. */
function findExecutable() {
  const configured = process.env.RENEWAL_RULES_EMULATOR;
  if (configured) return configured;
  const platformPackage = `@renewal-rules/emulator-${process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'renewal-rules-emulator.exe' : 'renewal-rules-emulator';
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage}/${file}`);
  } catch {
    throw new EmulatorError(
      `emulator not found: install ${platformPackage}, or set RENEWAL_RULES_EMULATOR to the path of renewal-rules-emulator`,
    );
  }
}

/** Adds the clock to a seed document or to a list of products; `undefined` if neither seed nor clock is set. */
function seedDocument(seed, clock) {
  if (seed === undefined && clock === undefined) return undefined;
  const isDocument =
    seed !== null && typeof seed === 'object' && ['products', 'accounts', 'clock'].some((name) => name in seed);
  const document = isDocument || seed === undefined ? { ...seed } : { products: seed };
  if (clock !== undefined) document.clock = toTime(clock);
  return document;
}

const toTime = (time) => (time instanceof Date ? time.toISOString() : time);

/** Waits until the emulator prints its URL, or exits because it cannot start. */
async function started(child) {
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  const url = new Promise((resolve) => {
    child.stdout.on('data', (text) => {
      output += text;
      const [, found] = /^(https?:\S+) .*\n/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const collect = (text) => {
    errors += text;
  };
  child.stderr.on('data', collect);
  const refusal = once(child, 'close').then(
    () => {
      throw new EmulatorError(errors.trim().replace(/^error: /, '') || 'the emulator stopped before it was ready');
    },
    (error) => {
      throw new EmulatorError(`cannot start the emulator: ${error.message}; check RENEWAL_RULES_EMULATOR`);
    },
  );
  // If the emulator exits after its start, `refusal` is rejected and nobody awaits it: without this handler, Node would
  // report an unhandled rejection.
  refusal.catch(() => {});
  const result = await Promise.race([url, refusal]);
  child.stdout.removeAllListeners('data').resume();
  // A pipe would add listeners to `process.stderr` for each emulator, and Node would warn of a leak.
  child.stderr.off('data', collect).on('data', (text) => process.stderr.write(text));
  return result;
}

/** Starts the executable with the seed and the scenario in temporary files. */
async function start({ seed, scenario, clock, args = [] }) {
  const documents = Object.entries({ seed: seedDocument(seed, clock), scenario }).filter(([, value]) => value);
  // Write synchronously: for small files, waiting for the thread pool takes longer than the write.
  const folder = documents.length > 0 ? mkdtempSync(join(tmpdir(), 'renewal-rules-emulator-')) : undefined;
  const words = ['--port', '0', '--stop-with-stdin'];
  try {
    for (const [name, document] of documents) {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      words.push(`--${name}`, file);
    }
    // The calls below send no admin token, so do not require one.
    const env = { ...process.env, EMULATOR_ADMIN_TOKEN: undefined };
    const child = spawn(findExecutable(), [...words, ...args], { env, stdio: 'pipe' });
    child.once('spawn', () => running.add(child)).once('exit', () => running.delete(child));
    const url = await started(child);
    // Let the process of a test exit even if the test does not close its emulator.
    for (const handle of [child, ...child.stdio]) handle.unref();
    return { child, url };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

/** A running emulator. */
class Emulator {
  #child;

  constructor({ child, url }) {
    this.#child = child;
    this.url = url;
  }

  async #call(method, path, body) {
    // Connections are not reused, because the emulator closes idle ones.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const response = await fetch(`${this.url}/_emulator/${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    const value = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new EmulatorError(value.detail, response.status);
    return value;
  }

  requests(filter = {}) {
    const set = Object.entries(filter).filter(([, value]) => value !== undefined);
    return this.#call('GET', `requests?${new URLSearchParams(set)}`);
  }

  clearRequests() {
    return this.#call('DELETE', 'requests');
  }

  verify(...expectations) {
    return this.#call('POST', 'verify', expectations);
  }

  async fail(...failures) {
    await this.#call('POST', 'failures', failures);
  }

  failures() {
    return this.#call('GET', 'failures');
  }

  clearFailures() {
    return this.#call('DELETE', 'failures');
  }

  products() {
    return this.#call('GET', 'products');
  }

  seed(seed) {
    return this.#call('POST', 'seed', seedDocument(seed));
  }

  async now() {
    return new Date((await this.#call('GET', 'clock')).time);
  }

  async setClock(time) {
    await this.#call('PUT', 'clock', toTime(time));
  }

  async advance(seconds) {
    await this.#call('POST', 'clock', seconds);
  }

  purchase(options) {
    return this.#call('POST', 'purchases', options);
  }

  events() {
    return this.#call('GET', 'events');
  }

  reset(...targets) {
    return this.#call('POST', 'reset', targets.length === 0 ? null : targets);
  }

  async close() {
    if (!running.has(this.#child)) return;
    this.#child.ref();
    const closed = once(this.#child, 'exit');
    this.#child.kill();
    await closed;
  }

  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.close();
  }
}

export async function createEmulator(options = {}) {
  return new Emulator(await start(options));
}
