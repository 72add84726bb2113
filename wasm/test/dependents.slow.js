// Runs the property test of `dependentFields` on more products.

import process from 'node:process';

process.env.DEPENDENTS_ROUNDS = '20000';
await import('./dependents.test.js');
