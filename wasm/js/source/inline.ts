// Pages and bundles: the module is part of the file.

import { bytes } from 'built/inline.js';
import { compiled } from '../refusal.js';

export { coders } from './coders.js';

export const module = (): WebAssembly.Module => compiled(() => new WebAssembly.Module(bytes()));

/** Nothing is fetched. */
export const address = (): undefined => undefined;
