// What the tests of the command line share: it is run as a person or a build server runs it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

export function cli(args, { cwd = folder, input = '', env = {} } = {}) {
  const { FORCE_COLOR, ...clean } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    env: { ...clean, NO_COLOR: '', ...env },
    maxBuffer: 1 << 30,
  });
  return { status, stdout, stderr };
}

let folders = 0;
/** A new folder with these files; where it is. */
export function given(files) {
  const at = join(folder, String(++folders));
  mkdirSync(at);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), text);
  }
  return at;
}

/** Runs what is refused, and gives what it prints all the same. */
export function refused(args, pattern, more) {
  const { status, stdout, stderr } = cli(args, more);
  assert.equal(status, 2, stderr);
  assert.match(stderr, pattern);
  assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
  return stdout;
}

/** Each file of a run and the codes of its findings. */
export function codes(args, more) {
  const { stdout, stderr } = cli(['check', '--format', 'json', ...args], more);
  assert.ok(stdout.startsWith('['), stderr);
  return Object.fromEntries(
    JSON.parse(stdout).map(({ file, report }) => [
      file,
      report.diagnostics.map(({ code, severity, path }) => `${severity} ${code} ${path}`.trim()),
    ]),
  );
}

/** The keys of the configuration file, as one that it does not have is refused with. */
export function optionsOfConfiguration() {
  const { stderr } = cli(['check', '-'], { cwd: given({ 'renewal-rules.config.json': '{"xyz":1}' }) });
  return [...stderr.split('the options are')[1].matchAll(/`(\w+)`/g)].map(([, key]) => key);
}
