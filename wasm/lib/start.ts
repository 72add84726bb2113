// Starts the WebAssembly module, for entry points that do not start it at the first call.

import { instantiate } from 'built/bindings.js';
import { BUILD } from 'built/build.js';
import { defaultUrl } from 'source';
import { decoder } from './encode.js';
import { isReady, started } from './host.js';
import { compiled, refusal, START } from './refusal.js';

// biome-ignore lint/suspicious/noExplicitAny: no other type accepts values of undeclared DOM types.
type Anything = any;

/** The DOM type called `Name`, such as `HTMLFormElement`; `any` if the DOM types are not declared, as on a server. */
export type Dom<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } }
  ? Type
  : Anything;

/** A `WebAssembly.Module`; any object if that type is not declared. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;

/** The bytes of the module, or the compiled module. */
export type ModuleBytes = ArrayBuffer | ArrayBufferView | CompiledModule;

/** A source of the module: a URL, a response, bytes, or a compiled module. */
export type ModuleSource = string | Dom<'URL'> | Dom<'Request'> | Dom<'Response'> | ModuleBytes;

/**
 * Starts the WebAssembly module. It is compiled while it arrives if the server sends it as `application/wasm`. If the
 * imported entry point starts its module at the first call, `init` is not needed.
 *
 * @param source By default, `tools.wasm` beside this file.
 * @throws {Error} if WebAssembly is missing or forbidden, or the module is from another build of the package.
 * @example
 * ```js
 * import { init, rules } from 'renewal-rules/tools';
 *
 * await init();
 * console.log(rules().length > 0); // true
 * ```
 */
export async function init(source: ModuleSource | Promise<ModuleSource> | undefined = defaultUrl()): Promise<void> {
  if (isReady()) return;
  // Without WebAssembly, accessing `Response` aborts some versions of Node.
  compiled(() => WebAssembly.Module);
  if (source === undefined) return;
  start(await compiledOf(await fetched(await source)));
}

/**
 * Starts the module from its bytes, or from a compiled module.
 *
 * @throws {Error} if WebAssembly is missing or forbidden, or the module is from another build of the package.
 * @example
 * ```js
 * import { readFileSync } from 'node:fs';
 * import { initSync } from 'renewal-rules/tools';
 *
 * initSync(readFileSync(new URL(import.meta.resolve('renewal-rules/tools.wasm'))));
 * ```
 */
export function initSync(module: ModuleBytes): void {
  if (isReady()) return;
  start(
    isModule(module) ? (module as WebAssembly.Module) : compiled(() => new WebAssembly.Module(module as BufferSource)),
  );
}

const isModule = (given: unknown): boolean => Object.prototype.toString.call(given) === '[object WebAssembly.Module]';

function start(module: WebAssembly.Module): void {
  if (isReady()) return;
  compiled(() => {
    const [build] = WebAssembly.Module.customSections(module, 'renewal-rules');
    if (build === undefined || decoder().decode(build) !== BUILD) {
      throw new Error('this .wasm is of another build than the code. Take both from one version of the package.');
    }
    instantiate(module);
  });
  started();
}

const isRequest = (given: unknown): given is Request => typeof Request === 'function' && given instanceof Request;
const isResponse = (given: unknown): given is Response => typeof Response === 'function' && given instanceof Response;

async function compiledOf(given: unknown): Promise<WebAssembly.Module> {
  if (isModule(given)) return given as WebAssembly.Module;
  try {
    if (!isResponse(given)) return await WebAssembly.compile(given as BufferSource);
    const isStream = given.headers.get('content-type') === 'application/wasm';
    if (isStream && WebAssembly.compileStreaming !== undefined) return await WebAssembly.compileStreaming(given);
    return await WebAssembly.compile(await given.arrayBuffer());
  } catch (cause) {
    throw refusal(cause);
  }
}

/** Fetches a source of the module. Files are read, as Node cannot fetch them. */
async function fetched(given: ModuleSource): Promise<unknown> {
  const url = typeof given === 'string' || given instanceof URL ? String(given) : undefined;
  const files = url?.startsWith('file:') ? await fileSystem() : undefined;
  if (url !== undefined && files !== undefined) return files.readFileSync(new URL(url));
  const response = url !== undefined || isRequest(given) ? await fetch(given as string | Request) : given;
  if (isResponse(response) && !response.ok) {
    throw new Error(`${START} ${response.url || 'the module'} responded with status ${response.status}.`);
  }
  return response;
}

/** Returns `node:fs`, `undefined` outside of Node. Early versions of Node 20 lack `getBuiltinModule`. */
async function fileSystem(): Promise<typeof import('node:fs') | undefined> {
  const { process } = globalThis;
  if (process?.versions?.node === undefined) return undefined;
  // A literal module name would make bundlers look for it.
  const name = 'node:fs';
  return process.getBuiltinModule?.(name) ?? import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}
