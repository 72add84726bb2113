// Tests the built site: each link, picture and anchor has an existing target.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { pages, site } from './site.js';

/** Root of the repository. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** URL path at which the site is served. */
const base = /href="([^"]*)assets\//.exec(readFileSync(join(site, 'index.html'), 'utf8'))?.[1] ?? '/';

/** Returns the values of an attribute in HTML, unescaped. */
const attributes = (html, name) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, text]) => text.replaceAll('&amp;', '&'));

const idsByFile = new Map();
/** Returns the ids of the elements in a page. */
function idsOf(file) {
  if (!idsByFile.has(file)) idsByFile.set(file, new Set(attributes(readFileSync(file, 'utf8'), 'id')));
  return idsByFile.get(file);
}

/** Returns what is wrong with a link in a page; `undefined` if its target exists. */
function problem(page, link) {
  if (/^(https?|mailto|data):/.test(link)) return undefined;
  const [path, fragment = ''] = link.split('#');
  const target = path.startsWith('/') ? join(site, path.replace(base, '/')) : resolve(dirname(page), path);
  let file = path === '' ? page : decodeURIComponent(target.split('?')[0]);
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
  if (!existsSync(file)) return `${link}: no such file`;
  // The fragment of a URL of the studio contains JSON, not an id.
  if (fragment === '' || file === join(site, 'studio/index.html')) return undefined;
  return idsOf(file).has(decodeURIComponent(fragment)) ? undefined : `${link}: no such anchor`;
}

describe('the documents of the repository', () => {
  it('have no dead link to a file', () => {
    const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const dead = documents.flatMap((document) => {
      const text = readFileSync(join(root, document), 'utf8').replace(/```.*?```/gs, '');
      const links = [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, link]) => link);
      // Skip links that begin with a slash: they lead to pages of the site, whose links the other tests check.
      const files = links.filter((link) => !/^(\/|https?:)/.test(link));
      return files.filter((file) => !existsSync(join(root, dirname(document), file))).map((file) => `${document}: ${file}`);
    });
    assert.ok(documents.length > 20);
    assert.deepEqual(dead, []);
  });
});

describe('the site', () => {
  it('has pages for rules in both languages, APIs and the studio', () => {
    for (const page of [
      'rules/chain-empty/index.html',
      'ru/rules/chain-empty/index.html',
      'api/index.html',
      'rust/renewal_rules/index.html',
      'studio/index.html',
    ])
      assert.ok(existsSync(join(site, page)), page);
  });

  it('has no broken links or anchors', () => {
    const dead = pages.flatMap((page) => {
      const html = readFileSync(page, 'utf8');
      const links = new Set([...attributes(html, 'href'), ...attributes(html, 'src')]);
      return [...links].flatMap((link) => {
        const found = problem(page, link);
        return found === undefined ? [] : [`${page}: ${found}`];
      });
    });
    assert.deepEqual(dead, []);
  });
});
