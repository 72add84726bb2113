// Tests the help: groups of options, their defaults and possible values, and one table of exit codes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

import { cli } from './cli.js';

/** @type {string[]} */
const commands = cli('--help').stdout.match(/(?<=^ {2})[a-z]+(?= {2,})/gm) ?? [];
const exitCodes = (help) => help.split('Exit codes:\n')[1];

it('every command has help with the same exit codes', () => {
  assert.ok(commands.includes('check') && commands.includes('update'));
  for (const name of commands) {
    const { status, stdout } = cli([name, '--help']);
    assert.equal(status, 0, name);
    assert.match(stdout, new RegExp(`^[A-Z].*\\.\n\nUsage: renewal-rules ${name}`), name);
    assert.equal(exitCodes(stdout), exitCodes(cli('--help').stdout), name);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 120, line);
  }
});

it('options are in groups, with defaults and possible values', () => {
  const help = cli('check --help').stdout;
  const headings = [...help.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    'Products',
    'Files',
    'Configuration',
    'Fix problems',
    'Suppressions',
    'Output',
    'Other',
    'Exit codes',
  ]);
  assert.match(
    help,
    /--operation <OPERATION> [^[]*\[default:\s+record\]\s+\[possible\s+values:\s+record,\s+create,\s+update\]/,
  );
});

it('possible values and defaults match the configuration schema', () => {
  const schema = JSON.parse(readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8'));
  const help = cli('check --help').stdout.replace(/\s+/g, ' ');
  for (const name of ['operation', 'role', 'payment', 'consent'])
    assert.ok(help.includes(`[possible values: ${schema.properties[name].enum.join(', ')}]`), name);
  for (const [name, { default: value }] of Object.entries(schema.properties.limits.properties)) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const [, shown] = help.match(new RegExp(`--${flag} <DAYS> [\\w ]*(?:\\[default: (\\d+)\\])?`)) ?? [];
    assert.equal(shown, value === undefined ? undefined : String(value), flag);
  }
});
