// Lazily loaded chunk: fetched when the browser is idle, or on first use.

import chain from 'examples/chain';
import pair from 'examples/pair';
import trial from 'examples/trial';
import english from '../words/rest.en.json';
import { addTexts } from './language.js';

addTexts(english);

export { Calls } from '../view/Calls.js';
export { Timeline } from '../view/Timeline.js';
export { openEditor } from './editor.js';
export const STARTS = { pair, chain, trial };
