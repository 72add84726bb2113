// Who is measured.

import * as ajv from './contestants/ajv.js';
import * as arktype from './contestants/arktype.js';
import * as typebox from './contestants/typebox.js';
import * as valibot from './contestants/valibot.js';
import * as zod from './contestants/zod.js';

export const others = [typebox, ajv, valibot, zod, arktype];

/** What each says in its own words, and what none of them says. */
export function tellRules() {
  console.log(
    '\nThe rules: every contestant finds the same problems of a record; what it cannot say it gets from bench/rules.js.',
  );
  for (const { name, says } of others) console.log(`  ${name}: ${says}.`);
  console.log(`  Left out by all but renewal-rules: a key given twice, a misspelt name, a term above 4294967295, errors reported
  from warnings, where in the text, stable codes, the fix.`);
}
