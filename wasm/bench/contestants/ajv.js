import Ajv from 'ajv';

import schema from '../../schema.json' with { type: 'json' };
import { judge } from '../rules.js';

export const name = 'Ajv';
export const says =
  'types, ids, forms, by the schema of this package, compiled once, all errors; the functions beside it, whatever it says';

const { $schema: _, ...rules } = schema;
const shape = new Ajv({ allErrors: true }).compile(rules);

/** What the schema alone finds. */
export const shapeProblems = (value) => (shape(value) ? 0 : shape.errors.length);

export function problems(value) {
  /** @type {object[]} */
  const errors = shape(value) ? [] : shape.errors;
  judge(value, (path, message) => errors.push({ instancePath: `/${path.join('/')}`, message }));
  return errors.length;
}
