// Runs the command line in a thread of this process.

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

/**
 * @typedef {{ module: string, args: readonly string[], cwd: string, input?: string, env: object }} Run
 * A run: the URL of the command line's module, its arguments, standard input and environment.
 */

const home = process.cwd();

let thread;
/** Returns the thread, which is started at the first use. Its word `done` tells that a run has ended. */
function started() {
  if (thread === undefined) {
    const done = new Int32Array(new SharedArrayBuffer(4));
    const { port1: port, port2 } = new MessageChannel();
    const options = { workerData: { port: port2, done }, transferList: [port2] };
    new Worker(new URL('thread-run.js', import.meta.url), options).unref();
    thread = { port, done };
  }
  return thread;
}

/** Starts a run in a folder, and returns its result once `wait` has received it. */
function runIn(cwd, run, wait) {
  const { port, done } = started();
  process.chdir(cwd);
  Atomics.store(done, 0, 0);
  port.postMessage(run);
  return wait(port, done, ({ error, ...result }) => {
    process.chdir(home);
    if (error) throw error;
    return result;
  });
}

/** Runs the command line while this thread waits; returns its output and exit status. */
export const runAndWait = ({ cwd, ...run }) =>
  runIn(cwd, run, (port, done, result) => {
    Atomics.wait(done, 0, 0);
    return result(receiveMessageOnPort(port).message);
  });

let last = Promise.resolve();
/** Runs the command line after earlier runs, while servers in this thread can respond. */
export function run({ cwd, ...given }) {
  const wait = (port, _, result) => new Promise((resolve) => port.once('message', resolve)).then(result);
  const current = last.then(() => runIn(cwd, given, wait));
  last = current.catch(() => {});
  return current;
}
