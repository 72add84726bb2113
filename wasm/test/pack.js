// The package as its users get it: packed, and installed in a folder elsewhere.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program and returns what it prints. */
export function run(program, args, options) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
}

/** A tool of the development dependencies. */
export const tool = (name) => join(root, 'node_modules', '.bin', name);

/** Checks files of a folder by their types, strictly unless more options say otherwise. */
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
    run(tool('tsc'), ['-p', file]);
  } finally {
    rmSync(file);
  }
}

/** Packs the package and installs it into an app: a new one, which is removed at the end, unless one is there. */
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
