// For pages and bundles: the module is embedded in this file.

import { bytes } from 'built/inline.js';
import { compiled } from '../refusal.js';

export { coders } from './coders.js';

export const module = (): WebAssembly.Module => compiled(() => new WebAssembly.Module(bytes()));

/** Returns no URL to fetch the module from, because it is embedded. */
export const defaultUrl = (): undefined => undefined;
