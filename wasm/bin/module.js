// The calls of the library, with the module in a file of its own: that starts sooner than one that is
// part of a text.

import { readFileSync } from 'node:fs';

import { compiled, provide } from '../js/host.js';

provide(() => compiled(() => new WebAssembly.Module(readFileSync(new URL('./cli.wasm', import.meta.url)))));

export { compare, explain, planFeed, planMade, planNew, planNext, planNotMade, planProgress, render, rules, timelines } from '../js/tools-calls.js';
