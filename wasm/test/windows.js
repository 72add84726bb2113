// Bundles modules of the command line and the language server as they run on Windows: with the path functions of Windows,
// and with a file system whose drives and shares are folders, and which ignores case.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { root } from './pack.js';

/** The folder that contains the drives, as `C`, and the shares, as `server/share`. */
export const machine = mkdtempSync(join(tmpdir(), 'renewal-rules-windows-'));
after(() => rmSync(machine, { recursive: true, force: true }));
for (const drive of ['C', 'D']) mkdirSync(join(machine, drive));

/** Modules that replace those of Node.js. */
const REPLACED = {
  'node:path': `export * from 'node:path/win32';`,
  'node:url': `
    import * as url from 'node:url/real';
    export const fileURLToPath = (uri) => url.fileURLToPath(uri, { windows: true });
    export const pathToFileURL = (path) => url.pathToFileURL(path, { windows: true });
    export const { urlToHttpOptions } = url;`,
  'node:fs': `
    import { resolve } from 'node:path/win32';
    import { machine } from 'machine';
    const fs = require('node:fs');
    const onPaths = (name) => (path, ...rest) => fs[name](typeof path === 'string' ? machine.real(path) : path, ...rest);
    module.exports = {
      ...fs,
      ...Object.fromEntries(Object.keys(fs).filter((name) => name.endsWith('Sync')).map((name) => [name, onPaths(name)])),
      // Like the JavaScript implementation of Windows, keeps the case of the given path.
      realpathSync(path) {
        const stat = fs.statSync(machine.real(path));
        if (!stat.isFile() && !stat.isDirectory()) throw new Error('a device has no real path');
        return resolve(path);
      },
      renameSync: (from, to) => fs.renameSync(machine.real(from), machine.real(to)),
    };`,
  'node:child_process': `
    import { machine } from 'machine';
    export const { spawn } = require('node:child_process');
    // Git runs in the real folders, and prints paths with forward slashes.
    export function spawnSync(program, args, options) {
      const words = args.map((word) => (/^[a-z]:/i.test(word) ? machine.real(word) : word));
      const done = require('node:child_process').spawnSync(program, words, { ...options, cwd: machine.real('.') });
      const text = done.stdout.toString('latin1').replaceAll(machine.folder + '/C', 'C:');
      return { ...done, stdout: Buffer.from(text, 'latin1') };
    }`,
  machine: `
    import { existsSync, readdirSync } from 'node:fs/real';
    import { join } from 'node:path/posix';
    import { resolve } from 'node:path/win32';
    const folder = process.env.MACHINE;
    /** Returns the name in a folder that differs from a name only by case. */
    const spelled = (at, name) =>
      existsSync(at) ? (readdirSync(at).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name) : name;
    /** Splits an absolute path at its backslashes, without the colon of the drive. */
    const parts = (path) => resolve(path).replace(/^([a-z]):/i, '$1').split('\\\\').filter((part) => part !== '');
    export const machine = {
      folder,
      real: (path) =>
        /^nul$/i.test(parts(path).at(-1) ?? '')
          ? '/dev/null'
          : parts(path).reduce((at, part) => join(at, spelled(at, part)), folder),
    };`,
};

const windows = {
  name: 'windows',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:(path|url|fs|child_process)|machine)$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'windows' },
    );
    onResolve({ filter: /\/real$/ }, ({ path }) => ({ path: path.replace('/real', ''), external: true }));
    onResolve({ filter: /^#internal$/ }, () => ({
      path: pathToFileURL(join(root, 'dist/internal.node.js')).href,
      external: true,
    }));
    onLoad({ filter: /.*/, namespace: 'windows' }, ({ path }) => ({ contents: REPLACED[path], resolveDir: root }));
  },
};

/** Bundles a module; returns the URL of the bundle. Its working directory is `C:\work`, or that in the variable CWD. */
export async function bundled(contents) {
  const outfile = join(machine, `bundle-${Math.random()}.mjs`);
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    plugins: [windows],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    mainFields: ['module', 'main'],
    // Ignore `sideEffects: false` in package.json.
    ignoreAnnotations: true,
    logLevel: 'warning',
    define: { 'process.platform': '"win32"' },
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
process.cwd = () => process.env.CWD ?? 'C:\\\\work';
process.env.MACHINE = ${JSON.stringify(machine)};`,
    },
  });
  return pathToFileURL(outfile);
}
