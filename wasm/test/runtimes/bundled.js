import { check } from 'renewal-rules';

console.log(check({ licence_term: 'P5' }).diagnostics[0].code);
