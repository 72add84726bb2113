// Standard Schema: what form and router libraries ask of a validator.

import { check, jsonSchema, takenOptions } from './calls.js';
import { segments } from './pointer.js';

/** Drafts in which the product's schema means the same. */
const DRAFTS = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
};

function converted({ target }) {
  if (!Object.hasOwn(DRAFTS, target)) throw new Error(`The JSON Schema target ${target} is not supported.`);
  return { ...jsonSchema(), $schema: DRAFTS[target] };
}

function issue({ severity: _, path, location: __, ...rest }, value) {
  rest.path = segments(path, value);
  return rest;
}

/** What held before with what is given; that which is given as `undefined` is taken back. */
function merged(before, taken, given = {}) {
  const all = { ...before, ...taken };
  for (const name of Object.keys(given)) if (!Object.hasOwn(taken, name)) delete all[name];
  return all;
}

/** The options with others that go before. */
function changedBy(options, changed) {
  const taken = takenOptions(changed);
  const all = merged(options, taken, changed);
  if (options.limits && taken.limits) all.limits = merged(options.limits, taken.limits, changed.limits);
  return all;
}

function schema(options) {
  const validate = (value, given) => {
    const stated = given?.libraryOptions;
    // Where errors are left out, no issues may be left, which forms take for success.
    const { maxDiagnostics: _, ...all } = stated === undefined ? options : changedBy(options, stated);
    const { valid, diagnostics } = check(value, all);
    return valid
      ? { value }
      : { issues: diagnostics.filter(({ severity }) => severity === 'error').map((one) => issue(one, value)) };
  };
  return {
    '~standard': { version: 1, vendor: 'renewal-rules', validate, jsonSchema: { input: converted, output: converted } },
    with: (changed) => schema(changedBy(options, changed)),
  };
}

export const productSchema = /* @__PURE__ */ schema({});

/** A path as vee-validate names it: `variants[0].sku`. */
const bracketed = (path) => path.map((name, at) => (typeof name === 'number' ? `[${name}]` : at > 0 ? `.${name}` : name)).join('');

/** A schema as vee-validate 4 takes it, which knows nothing of Standard Schema and takes any other object for rules that all hold. */
export function toTypedSchema(schema) {
  const parse = async (values) => {
    const { value, issues = [] } = await schema['~standard'].validate(values);
    // Of two entries for a field, vee-validate keeps the last.
    const messages = Object.create(null);
    for (const { path, message } of issues) (messages[bracketed(path)] ??= []).push(message);
    return { value, errors: Object.entries(messages).map(([path, errors]) => ({ path, errors })) };
  };
  return { __type: 'VVTypedSchema', parse };
}
