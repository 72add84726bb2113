// For pages and bundles: the module is embedded in this file.

import { bytes } from 'built/inline.js';
import { compiled } from '../refusal.js';

export { coders } from './coders.js';

export const module = (): WebAssembly.Module => compiled(() => new WebAssembly.Module(bytes()));

/** Returns `undefined`: the module is not fetched. */
export const address = (): undefined => undefined;
