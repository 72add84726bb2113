// Validation libraries to compare with, in their fastest forms. A schema contains no function across fields: these run
// beside it.

import { readFileSync } from 'node:fs';

import * as ajv from './contestants/ajv.js';
import * as arktype from './contestants/arktype.js';
import * as ata from './contestants/ata.js';
import * as typebox from './contestants/typebox.js';
import * as valibot from './contestants/valibot.js';
import * as valita from './contestants/valita.js';
import * as zod from './contestants/zod.js';

/**
 * Adds the rules of rules.js to a contestant. Each gets a copy of the module: an engine that has optimized the functions
 * for the objects of one contestant runs them slower for those of another.
 */
async function withRules(contestant) {
  const { catalogueProblems, countWith } = await import(`./rules.js?${contestant.library}`);
  return { ...contestant, problems: countWith(contestant.errors), catalogueProblems };
}

export const libraries = await Promise.all([ajv, ata, typebox, valita, arktype, zod, valibot].map(withRules));

const versionOf = (library) =>
  JSON.parse(readFileSync(new URL(`../node_modules/${library}/package.json`, import.meta.url), 'utf8')).version;

/** Prints the versions of the engine and of the libraries. */
export function printVersions() {
  const versions = libraries.map(({ library }) => `${library} ${versionOf(library)}`);
  console.log([`Node ${process.versions.node}`, ...versions].join(', '));
}
