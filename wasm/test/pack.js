// Packs the package and installs it elsewhere, as users do.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program and returns its standard output. */
export function run(program, args, options) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
}

/** Returns the path of an executable of the packages that the tests of frameworks need. */
export const tool = (name) => join(root, 'test/frameworks/node_modules/.bin', name);

/** Type-checks files of a folder; strict unless `more` overrides it. */
export function compile(folder, include, more = {}) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    types: [],
    ...more,
  };
  const file = join(folder, 'tsconfig.json');
  writeFileSync(file, JSON.stringify({ compilerOptions, include }));
  try {
    run(join(root, 'node_modules/.bin/tsc'), ['-p', file]);
  } finally {
    rmSync(file);
  }
}

/** A module that uses the default entry point, and its output. */
export const use = `
  import { check, jsonText, productSchema } from 'renewal-rules';
  const product = { renew_settings: { product_id_for_renew: [102, 103] } };
  console.log(JSON.stringify([
    check(product).diagnostics.some(({ code }) => code === 'chain-last-not-repeated'),
    check(jsonText('{')).diagnostics.map(({ code }) => code),
    productSchema['~standard'].validate(product).issues.length > 0,
  ]));
`;
export const result = '[true,["json-syntax"],true]\n';

/** A module that uses the entry point `tools`; prints true. */
export const timeline =
  "import { timeline } from 'renewal-rules/tools'; console.log(timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }).periods.length > 0);";

/** Converts an ES module example to `require`. */
export const required = (text) => text.replace(/import (\{.*\}) from ('.*');/, 'const $1 = require($2);');

/**
 * Packs the package and installs it into the app at `there`, or into a temporary app that is removed on exit.
 */
export function install(there) {
  const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [{ filename, files, unpackedSize }] = Object.values(
    JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root })),
  );
  const tarball = join(folder, filename);
  const app = there ?? join(folder, 'app');
  const write = (name, text) => {
    const file = join(app, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  if (there === undefined) write('package.json', JSON.stringify({ name: 'app', private: true, type: 'module' }));
  run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--offline', tarball], { cwd: app });
  return { app, tarball, files: files.map(({ path }) => path), unpacked: unpackedSize, write };
}
