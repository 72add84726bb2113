// The default entry: it starts with the first call.

export * from './api.js';
