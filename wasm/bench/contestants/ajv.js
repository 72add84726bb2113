import Ajv from 'ajv';

import schema from '../../schema.json' with { type: 'json' };
import { reportProblems } from '../rules.js';

export const name = 'Ajv';
export const coverage =
  'types, ids, formats by the schema of this package, compiled once, all errors; functions run after it in any case';

const { $schema: _, ...rules } = schema;
const shape = new Ajv({ allErrors: true }).compile(rules);

/** Returns the number of errors of the schema alone, without the functions of rules.js. */
export const shapeProblems = (value) => (shape(value) ? 0 : shape.errors.length);

export function problems(value) {
  /** @type {object[]} */
  const errors = shape(value) ? [] : shape.errors;
  reportProblems(value, (path, message) => errors.push({ instancePath: `/${path.join('/')}`, message }));
  return errors.length;
}
