// Validation libraries to compare with.

import * as ajv from './contestants/ajv.js';
import * as arktype from './contestants/arktype.js';
import * as typebox from './contestants/typebox.js';
import * as valibot from './contestants/valibot.js';
import * as zod from './contestants/zod.js';

export const libraries = [typebox, ajv, valibot, zod, arktype];

/** Prints which rules each library expresses itself, and which rules only renewal-rules has. */
export function printCoverage() {
  console.log(
    '\nCoverage: every library finds the same problems of a product; rules that it cannot express come from bench/rules.js.',
  );
  for (const { name, coverage } of libraries) console.log(`  ${name}: ${coverage}.`);
  console.log(`  Only in renewal-rules: duplicate keys, typos in names, terms above 4294967295, severities, locations in the
  text, stable codes, fixes.`);
}
