// Benchmark: time to check one product, as a ratio to `JSON.parse` of the same text.

import { check, jsonText, productSchema } from 'renewal-rules';
import { check as toolsCheck } from 'renewal-rules/tools';

import { libraries } from './contestants.js';
import { printTable, race } from './race.js';

export function print(title, product) {
  const text = JSON.stringify(product);
  const bytes = Buffer.from(text);
  const rows = {
    'JSON.parse alone': () => JSON.parse(text) && '',
    'renewal-rules from text': () => check(jsonText(text)).diagnostics.length,
    'renewal-rules from bytes': () => check(jsonText(bytes)).diagnostics.length,
    'renewal-rules from an object': () => check(product).diagnostics.length,
    'renewal-rules/tools from text': () => toolsCheck(jsonText(text)).diagnostics.length,
    'renewal-rules/tools from bytes': () => toolsCheck(jsonText(bytes)).diagnostics.length,
    'renewal-rules/tools from an object': () => toolsCheck(product).diagnostics.length,
    'renewal-rules as Standard Schema (errors only)': () =>
      productSchema['~standard'].validate(product).issues?.length ?? 0,
  };
  for (const { name, problems } of libraries) rows[`${name} from an object`] = () => problems(product);
  for (const { name, problems } of libraries) rows[`JSON.parse and ${name}`] = () => problems(JSON.parse(text));
  printTable(`${title}, ${bytes.length} bytes; ratios to JSON.parse of the same text`, race(rows));
}
