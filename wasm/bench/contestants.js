// The validation libraries to compare with, each used in its fastest way. Rules that involve several fields are not in
// the schemas: the functions of rules.js check them after the schema.

import { readFileSync } from 'node:fs';

import * as ajv from './contestants/ajv.js';
import * as arktype from './contestants/arktype.js';
import * as ata from './contestants/ata.js';
import * as typebox from './contestants/typebox.js';
import * as typia from './contestants/typia.js';
import * as valibot from './contestants/valibot.js';
import * as valita from './contestants/valita.js';
import * as zod from './contestants/zod.js';

/**
 * Adds the rules of rules.js to a contestant. Each contestant gets its own copy of the module, because functions that
 * an engine has optimized for the objects of one contestant run slower for those of another.
 */
async function withRules(contestant) {
  const { catalogueProblems, countWith } = await import(`./rules.js?${contestant.library}`);
  return { ...contestant, problems: countWith(contestant.errors), catalogueProblems };
}

export const libraries = await Promise.all([ajv, ata, typia, typebox, valita, arktype, zod, valibot].map(withRules));

const versionOf = (library) =>
  JSON.parse(readFileSync(new URL(`./node_modules/${library}/package.json`, import.meta.url), 'utf8')).version;

/** Prints the versions of the engine and of the libraries. */
export function printVersions() {
  const versions = libraries.map(({ library }) => `${library} ${versionOf(library)}`);
  console.log([`Node ${process.versions.node}`, ...versions].join(', '));
}
