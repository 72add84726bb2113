// Benchmark: checks a catalogue of 100,000 products, from bytes to the report.

import { checkCatalogue, jsonText } from 'renewal-rules/tools';

import { libraries } from './contestants.js';
import { catalogue, clean, warned } from './documents.js';
import { printTable, race } from './race.js';

const [ajv, zod] = ['ajv', 'zod'].map((of) => libraries.find(({ library }) => library === of));

export function print() {
  printOf('nothing to report', clean);
  printOf('a warning in every third product', warned);
}

function printOf(what, trial) {
  const bytes = Buffer.from(JSON.stringify(catalogue(100_000, trial)));
  const products = () => JSON.parse(bytes.toString());
  const sum = (all, of) => all.reduce((total, product) => total + of(product), 0);
  const sumWithCatalogue = (all, { problems, catalogueProblems }) => {
    let found = sum(all, problems);
    catalogueProblems(all, () => {
      found += 1;
    });
    return found;
  };
  const rows = race(
    {
      'JSON.parse and Ajv, the rules of a record and across products': () => sumWithCatalogue(products(), ajv),
      'JSON.parse and Ajv, the rules of a record': () => sum(products(), ajv.problems),
      'JSON.parse and Ajv, the schema alone': () => sum(products(), ajv.errors),
      'JSON.parse and Zod, the rules of a record and across products': () => sumWithCatalogue(products(), zod),
      'JSON.parse alone': () => products() && '',
      'renewal-rules/tools from bytes': () => checkCatalogue(jsonText(bytes)).diagnostics.length,
      'renewal-rules/tools from an array that JSON.parse made': () => checkCatalogue(products()).diagnostics.length,
    },
    { rounds: 5, millisecondsARound: 1 },
  );
  printTable(
    `a catalogue of 100,000 products, ${what}, ${(bytes.length / 1e6).toFixed(0)} MB; ratios to JSON.parse and Ajv with the same rules`,
    rows,
  );
}
