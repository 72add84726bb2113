export * from '../../wasm/dist/types/index.js';
