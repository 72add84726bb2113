// Lists the pages of the built site.

import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Directory of the built site. */
export const site = resolve(process.env.SITE ?? '../target/site');

/** The HTML files of the site, without those of the crates' documentation and of the studio, which have other tests. */
export const pages = readdirSync(site, { recursive: true, withFileTypes: true })
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => file.endsWith('.html'))
  .filter((file) => !file.startsWith(join(site, 'rust')) && !file.startsWith(join(site, 'studio')));
