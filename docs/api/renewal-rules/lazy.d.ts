export * from '../../../wasm/dist/types/lazy.js';
