// Fetched when the browser is idle, or on first use.

export { Calls } from '../calls/calls.js';
export { openEditor } from '../editor/editor.js';
export { Timeline } from '../timeline/timeline.js';
