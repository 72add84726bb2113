// Prepares `npm pack`: fails if the package is not built, and copies the licences into the package.

import { copyFileSync, existsSync } from 'node:fs';

// The build writes this file last, so if it exists, the build is complete.
if (!existsSync('dist/tools.d.cts')) {
  console.error('dist is missing or incomplete: run `cargo xtask build` first.');
  process.exit(1);
}
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(`../${name}`, name);
