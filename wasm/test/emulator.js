// Starts the emulator for tests of clients.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running emulator with its admin API. */
export class Emulator {
  /** @type {import('node:child_process').ChildProcess} */
  process;
  url = '';

  /** Starts an emulator; cargo builds it if EMULATOR is not set. */
  static async start(...args) {
    const [program, words] = process.env.EMULATOR
      ? [process.env.EMULATOR, []]
      : ['cargo', ['run', '--quiet', '--package', 'renewal-rules-emulator', '--']];
    const emulator = new Emulator();
    emulator.process = spawn(program, [...words, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: emulator.process.stdout }), 'line');
    emulator.url = line.split(' ')[0];
    return emulator;
  }

  /**
   * Calls the emulator. Connections are not reused, because the emulator closes idle ones while a test waits
   * for a command.
   */
  async call(path, body) {
    const post = { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json', connection: 'close' };
    return (await fetch(this.url + path, { headers, ...(body === undefined ? {} : post) })).text();
  }

  #admin = (name, body) => this.call(`/_emulator/${name}`, body);
  products = async () => JSON.parse(await this.#admin('products'));
  fail = (...failures) => this.#admin('failures', failures);
  isFailing = async () => JSON.parse(await this.#admin('failures')).length > 0;
  move = (seconds) => this.#admin('clock', seconds);
  reset = () => this.#admin('reset', null);

  async stop() {
    this.process.kill();
    await once(this.process, 'exit');
  }
}
