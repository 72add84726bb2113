// What is fetched once the page has nothing better to do, or somebody asks for it.

import chain from '../../../examples/catalogues/chain.json';
import pair from '../../../examples/catalogues/pair.json';
import trial from '../../../examples/catalogues/trial.json';
import english from '../words/rest.en.json';
import { add } from './language.js';

add(english);

export { Calls } from '../view/Calls.jsx';
export { Timeline } from '../view/Timeline.jsx';
export { open } from './editor.js';
export const STARTS = { pair, chain, trial };
