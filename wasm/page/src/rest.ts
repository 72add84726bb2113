// What is fetched once the page has nothing better to do, or somebody asks for it.

import chain from 'examples/chain';
import pair from 'examples/pair';
import trial from 'examples/trial';
import english from '../words/rest.en.json';
import { add } from './language.js';

add(english);

export { Calls } from '../view/Calls.js';
export { Timeline } from '../view/Timeline.js';
export { open } from './editor.js';
export const STARTS = { pair, chain, trial };
