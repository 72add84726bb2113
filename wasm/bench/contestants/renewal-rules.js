import { check } from 'renewal-rules';

export const name = 'renewal-rules';
export const library = 'renewal-rules';
export const errors = (value) => check(value).diagnostics.length;
