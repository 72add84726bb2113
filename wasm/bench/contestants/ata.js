import { Validator } from 'ata-validator';

import { productRules } from './generated.js';

export const name = 'ata-validator';
export const library = 'ata-validator';

// The validator is not generated ahead of time: the standalone code of this library does not support the schema.
const validator = new Validator(productRules);

export const errors = (value) => (validator.isValidObject(value) ? 0 : validator.validate(value).errors.length);
