// The entry for those who host the module themselves.

export * from './api.js';
export { init, initSync } from './init.js';
