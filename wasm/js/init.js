// How the module is started by those who host it. Where it starts by itself, there is nothing to do.

import * as glue from 'built/bindings.js';
import { BUILD } from 'built/build.js';
import { address } from 'source';
import { isReady, started } from './host.js';
import { compiled, refusal } from './refusal.js';
import { decoder } from './text.js';

/**
 * Fetches, compiles and starts the module, while it arrives where the server allows it; by default the
 * one beside this file. Where it starts by itself, there is nothing to do.
 */
export async function init(given = address()) {
  if (given === undefined || isReady()) return;
  start(await compiledOf(await fetched(await given)));
}

/** Starts a module, or the bytes of one, that is there already. */
export function initSync(given) {
  if (isReady()) return;
  start(isModule(given) ? given : compiled(() => new WebAssembly.Module(given)));
}

const isModule = (given) => Object.prototype.toString.call(given) === '[object WebAssembly.Module]';

function start(module) {
  if (isReady()) return;
  compiled(() => {
    const [build] = WebAssembly.Module.customSections(module, 'renewal-rules');
    if (build === undefined || decoder().decode(build) !== BUILD) {
      throw new Error('this .wasm is of another build than the code. Take both from one version of the package.');
    }
    glue.initSync({ module });
  });
  started();
}

async function compiledOf(given) {
  if (isModule(given)) return given;
  try {
    if (typeof Response !== 'function' || !(given instanceof Response)) return await WebAssembly.compile(given);
    const streams = WebAssembly.compileStreaming !== undefined && given.headers.get('content-type') === 'application/wasm';
    return await (streams ? WebAssembly.compileStreaming(given) : given.arrayBuffer().then(WebAssembly.compile));
  } catch (cause) {
    throw typeof WebAssembly === 'object' ? refusal(cause) : cause;
  }
}

/** What there is to fetch, fetched. Node cannot fetch a file, but read it. */
async function fetched(given) {
  const url = typeof given === 'string' || given instanceof URL ? String(given) : undefined;
  if (url?.startsWith('file:')) {
    const files = await fileSystem();
    if (files !== undefined) return files.readFileSync(new URL(url));
  }
  const answer = url !== undefined || (typeof Request === 'function' && given instanceof Request) ? await fetch(given) : given;
  if (typeof Response === 'function' && answer instanceof Response && !answer.ok) {
    throw new Error(`renewal-rules could not start: ${answer.url || 'the module'} answered ${answer.status}.`);
  }
  return answer;
}

/** Node's module of files, `undefined` elsewhere. Early versions of Node 20 only have the second way. */
async function fileSystem() {
  const { process } = globalThis;
  if (process?.versions?.node === undefined) return undefined;
  // Bundlers look for a name that is written out, and have no such module for browsers.
  const name = 'node:fs';
  return process.getBuiltinModule?.(name) ?? import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}
