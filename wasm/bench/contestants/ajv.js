import Ajv from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';

import { importSource, productRules } from './generated.js';

export const name = 'Ajv, standalone code';
export const library = 'ajv';

const ajv = new Ajv({ allErrors: true, code: { source: true, esm: true } });

/** Source of the validator that Ajv generates as a standalone module. */
export const code = standaloneCode(ajv, ajv.compile(productRules));
const { default: validate } = await importSource(code);

export const errors = (value) => (validate(value) ? 0 : validate.errors.length);
