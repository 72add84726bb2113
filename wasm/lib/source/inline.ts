// For pages and bundles: the module is embedded in the file.

import { bytes } from 'built/inline.js';
import { compiled } from '../refusal.js';

export { coders } from './coders.js';

export const module = (): WebAssembly.Module => compiled(() => new WebAssembly.Module(bytes()));

/** Nothing to fetch. */
export const address = (): undefined => undefined;
