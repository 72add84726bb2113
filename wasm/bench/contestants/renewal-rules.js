import { check } from 'renewal-rules';

export const name = 'renewal-rules';
export const problems = (value) => check(value).diagnostics.length;
