import { check, jsonText } from 'renewal-rules';
import { timeline } from 'renewal-rules/tools';

console.log(
  check({ licence_term: 'P5' }).diagnostics[0].code,
  check(jsonText('{')).valid,
  timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }).periods.length > 0,
);
