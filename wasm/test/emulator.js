// Starts the emulator for tests of clients.

import { execFileSync } from 'node:child_process';

import { createEmulator } from '../../crates/emulator/npm/index.js';

/** Builds the emulator and returns the path of its executable. */
function build() {
  const args = ['build', '--quiet', '--package', 'renewal-rules-emulator', '--message-format', 'json'];
  const messages = execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1 << 30 })
    .trim()
    .split('\n');
  return messages.map((line) => JSON.parse(line).executable).findLast(Boolean);
}

export const Emulator = {
  /** Starts an emulator with these arguments; cargo builds it if RENEWAL_RULES_EMULATOR is not set. */
  async start(...args) {
    process.env.RENEWAL_RULES_EMULATOR ??= build();
    const emulator = await createEmulator({ args });
    return Object.assign(emulator, {
      isFailing: async () => (await emulator.failures()).length > 0,
      move: (seconds) => emulator.advance(seconds),
      stop: () => emulator.close(),
      /** Calls the service and returns the body of its response. */
      async call(path, body) {
        const headers = { 'content-type': 'application/json', connection: 'close' };
        const response = await fetch(emulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return response.text();
      },
    });
  },
};
