import { Validator } from 'ata-validator';

import { productRules } from './generated.js';

export const name = 'ata-validator';
export const library = 'ata-validator';

// Its standalone form does not support this schema.
const validator = new Validator(productRules);

export const errors = (value) => (validator.isValidObject(value) ? 0 : validator.validate(value).errors.length);
