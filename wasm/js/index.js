// The default entry: the module is part of the file, and starts with the first call.

import { bytes } from 'built/inline.js';
import { compiled, provide } from './host.js';

provide(() => compiled(() => new WebAssembly.Module(bytes())));

export * from './api.js';
