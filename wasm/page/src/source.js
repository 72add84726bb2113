// Where the site's own module is.

export { coders } from 'shell/source/coders.js';
export const address = () => new URL('./studio.wasm', import.meta.url);
export const module = () => {
  throw new Error('The module is not there yet.');
};
