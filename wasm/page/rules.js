// The calls of the library, ready: its module is a file that is fetched once.

import { init } from '../dist/tools.js';

await init();

export * from '../dist/tools.js';
