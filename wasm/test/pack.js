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

/** Returns the path of an executable of the tests' packages. */
export const tool = (name) => join(root, 'test/node_modules/.bin', name);

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
