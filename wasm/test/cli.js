// Helpers for tests of the command line, which run it as a user or a build server does.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { runAndWait } from './thread.js';

export const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Texts of files: a valid product, one with an error, and one with a warning. */
export const good = '{"id":101,"licence_term":"P1M"}\n';
export const wrong = '{"id":101,"licence_term":"P1W x"}\n';
export const warned = '{"name":"","licence_term":"P1M"}\n';
export const CONFIG = 'renewal-rules.config.json';
export const text = (value) => JSON.stringify(value);
/** Returns a valid product. */
export const product = (id, more = {}) => ({
  id,
  family_name: 'F',
  name: 'N',
  licence_term: 'P1M',
  variants: [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'USD', price: '9.90' } } }],
  ...more,
});
export const renewed = (...chain) => ({ renew_settings: { product_id_for_renew: chain, renew_ar: { enable: true } } });

/** Returns arguments as a list; a text is split at spaces. */
const listOf = (args) => (typeof args === 'string' ? args.split(' ') : args);

/** Returns the environment of a run: that of the tests, with more variables, and without colours. */
function environment(more) {
  const { FORCE_COLOR, ...clean } = process.env;
  return { ...clean, NO_COLOR: '', ...more };
}

/** Set to run each command in a process of its own, which takes longer. */
export const isSpawning = Boolean(process.env.SPAWN);

/** Runs the command; returns its output and exit status. */
export function cli(args, { cwd = folder, input = '', env = {} } = {}) {
  const given = { cwd, input, env: environment(env) };
  if (!isSpawning) return runAndWait({ ...given, module: pathToFileURL(command).href, args: listOf(args) });
  const options = /** @type {const} */ ({ ...given, encoding: 'utf8', maxBuffer: 1 << 30 });
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...listOf(args)], options);
  return { status, stdout, stderr };
}

/** The command as words of a shell. */
export const startLine = [process.execPath, command].map((word) => `'${word}'`).join(' ');
/** Runs a shell line in which `$RUN` is the command. */
export const shell = (line, cwd) => spawnSync('sh', ['-c', line.replace('$RUN', startLine)], { cwd, encoding: 'utf8' });

/** Returns an object that maps each of the names to the same content, as `given` expects. */
export const each = (content, ...names) => Object.fromEntries(names.map((name) => [name, content]));

let folders = 0;
/** Creates a folder with these files (values are written as JSON) and returns its path. */
export function given(files) {
  const at = join(folder, String(++folders));
  mkdirSync(at);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(at, name), isText ? content : text(content));
  }
  return at;
}

/** Asserts that a command is rejected and returns its standard output. */
export function refused(args, pattern, more) {
  const { status, stdout, stderr } = cli(args, more);
  assert.equal(status, 2, stderr);
  assert.match(stderr, pattern);
  assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
  return stdout;
}

/** Asserts that each command is rejected with its own message. */
export function allRefused(cwd, table) {
  for (const [args, pattern] of table) refused(args, pattern, { cwd });
}

/** Returns the findings of each checked file: severity, code and path. */
export function codes(args, more) {
  const { stdout, stderr } = cli(['check', '--format', 'json', ...listOf(args)], more);
  assert.ok(stdout.startsWith('['), stderr);
  return Object.fromEntries(
    JSON.parse(stdout).map(({ file, report }) => [
      file,
      report.diagnostics.map(({ code, severity, path }) => `${severity} ${code} ${path}`.trim()),
    ]),
  );
}

/** Lists the files that a run checks. */
export const names = (args, more) => Object.keys(codes(args, more));

/** Lists the configuration keys, from the error about an unknown one. */
export function optionsOfConfiguration() {
  const { stderr } = cli(['check', '-'], { cwd: given({ [CONFIG]: '{"xyz":1}' }) });
  return [...stderr.split('the options are')[1].matchAll(/`(\w+)`/g)].map(([, key]) => key);
}
