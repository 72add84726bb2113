export * from '../../../wasm/dist/types/tools.js';
