// Benchmarks against other validation libraries that check the same rules. The functions of a table run in turn in one
// process. `npm run bench` prints all tables, `npm run bench -- sound faulty catalogue cold size` the named ones.

import { print as printCatalogue } from './catalogue.js';
import { printVersions } from './contestants.js';
import * as documents from './documents.js';
import { printColdStarts, printSizes } from './loading.js';
import { print as printProduct } from './product.js';

const tables = {
  sound() {
    printProduct('a product with nothing to report', documents.clean);
    printProduct('the benchmark product, which gets a warning', documents.warned);
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
  console.error(`unknown table \`${unknown}\`, expected one of: ${Object.keys(tables).join(', ')}`);
  process.exit(2);
}
printVersions();
for (const [name, print] of Object.entries(tables)) if (chosen.length === 0 || chosen.includes(name)) print();
