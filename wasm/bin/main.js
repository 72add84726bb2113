// The commands, and what all of them share.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { complain, meant, print, say, Stopped, UsageError } from './console.js';
import * as apply from './apply.js';
import * as check from './check.js';
import * as diff from './diff.js';
import * as effective from './effective.js';
import * as explain from './explain.js';
import * as plan from './plan.js';
import * as rules from './rules.js';
import * as timeline from './timeline.js';

/** Each command: `summary`, `usage`, `options` as `parseArgs` has them, and `run(values, positionals)`, which returns the exit status. */
const commands = { check, effective, timeline, diff, plan, apply, explain, rules };

const common = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
};

/** Runs the command line; the exit status is: 0 all is well, 1 errors were found, 2 it could not be done. */
export async function main(argv) {
  try {
    return await run(argv);
  } catch (error) {
    // Where the reader of the output went away, nobody reads any more.
    if (error instanceof Stopped) return 2;
    const result = error instanceof UsageError || error?.syscall !== undefined;
    complain(result ? error.message : (error?.stack ?? error));
    return 2;
  }
}

async function run(argv) {
  const [name, ...rest] = argv;
  if (name === undefined) {
    say(help());
    return 2;
  }
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    await print(help());
    return 0;
  }
  if (name === '--version' || name === '-v') {
    await print(`${version()}\n`);
    return 0;
  }
  if (name === 'help') return run([...rest, '--help']);
  if (!Object.hasOwn(commands, name)) throw new UsageError(`there is no command ${JSON.stringify(name)}${meant(name, Object.keys(commands)) || '; renewal-rules --help lists them'}`);
  const command = commands[name];
  const { values, positionals } = parsed(name, rest, { ...common, ...command.options });
  if (values.help) {
    await print(command.usage);
    return 0;
  }
  if (values.version) {
    await print(`${version()}\n`);
    return 0;
  }
  return command.run(values, positionals);
}

function parsed(name, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The words of Node are good, but for its advice on what begins with a dash.
    const words = error.message.replace(/\.(\s+(To specify|Did you forget).*)?$/s, '');
    const [, unknown] = error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? (/'--([^']*)'/.exec(words) ?? []) : [];
    const flag = unknown && meant(unknown, Object.keys(options)).replace('`', '`--');
    throw new UsageError(words + (flag || `; renewal-rules ${name} --help lists the options`));
  }
}

function help() {
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}\n`);
  return `Checks the renewal settings of products, and fixes them.

Usage: renewal-rules COMMAND [OPTIONS]

${list.join('')}
  -h, --help     print this text, or after a command what it takes
  -v, --version  print the version

Exit status: 0 all is well, 1 errors were found, 2 it could not be done.
`;
}

const version = () => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
