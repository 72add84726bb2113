// How fast a check is and what it costs to load, beside other libraries that are given the same rules;
// each table is of one run, in turn. `npm run bench`, or `npm run bench -- sound faulty catalogue
// cold size` for some of the tables.

import { print as printCatalogue } from './catalogue.js';
import { tellRules } from './contestants.js';
import * as documents from './documents.js';
import { printColdStarts, printSizes } from './loading.js';
import { print as printProduct } from './product.js';

const tables = {
  sound() {
    printProduct('a product with nothing to report', documents.clean);
    printProduct('the benchmark product, which gets a warning', documents.warned);
    tellRules();
  },
  faulty() {
    printProduct('a product with three problems across fields', documents.across);
    printProduct('the same with a wrong type besides', documents.mistyped);
  },
  catalogue: printCatalogue,
  cold: printColdStarts,
  size: printSizes,
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(tables, name));
if (unknown !== undefined) {
  console.error(`there is no table \`${unknown}\`: ${Object.keys(tables).join(', ')}`);
  process.exit(2);
}
for (const [name, print] of Object.entries(tables)) if (chosen.length === 0 || chosen.includes(name)) print();
