
/** What there is to start from: an address, what has been fetched, bytes, or a module. */
export type ModuleSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Starts the module, while it arrives where the server allows it.
 * @param source By default `renewal-rules.wasm` beside this file.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Starts a module, or the bytes of one, that is there already. */
export function initSync(module: BufferSource | WebAssembly.Module): void;
