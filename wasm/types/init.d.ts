import type { Dom } from './api.js';

/** A `WebAssembly.Module`; any object where that type is not there. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : object;

/** The bytes of a module, or a module. */
export type ModuleBytes = ArrayBuffer | ArrayBufferView | CompiledModule;

/** What there is to start from: an address, what has been fetched, bytes, or a module. */
export type ModuleSource = string | Dom<'URL'> | Dom<'Request'> | Dom<'Response'> | ModuleBytes;

/**
 * Starts the module, while it arrives where the server allows it.
 * @param source By default `tools.wasm` beside this file.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Starts a module, or the bytes of one, that is there already. */
export function initSync(module: ModuleBytes): void;
