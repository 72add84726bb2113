// Components that are loaded when the browser is idle, or at first use.

export { Calls } from '../calls/calls.js';
export { openEditor } from '../editor/editor.js';
export { Timeline } from '../timeline/timeline.js';
