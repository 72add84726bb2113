// Runs the command line in this thread, once for each message. Starting a process takes ten times as long.

import { Readable } from 'node:stream';
import { workerData } from 'node:worker_threads';

const { port, done } = workerData;
const streams = { stdout: process.stdout, stderr: process.stderr };
// Each run adds its listeners to the streams and the process.
for (const emitter of [process, ...Object.values(streams)]) emitter.setMaxListeners(0);

let runs = 0;
/** Runs a module with arguments, an input and an environment; returns its output and exit status. */
async function run({ module, args, input = '', env }) {
  const output = { stdout: '', stderr: '' };
  for (const [name, stream] of Object.entries(streams)) {
    stream.write = (text, written) => {
      output[name] += text;
      written?.();
      return true;
    };
  }
  process.argv = [process.execPath, module, ...args];
  process.env = env;
  process.exitCode = undefined;
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  // A new URL each time, because a module runs only once for each URL.
  await import(`${module}?run=${++runs}`);
  return { status: process.exitCode, ...output };
}

port.on('message', async (given) => {
  port.postMessage(await run(given).catch((error) => ({ error })));
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
