#!/usr/bin/env node
// Entry point of the command line. It parses arguments, reads, writes and prints. The library has the rules and renders
// the output.

import { parseArgs } from 'node:util';
import { version } from '../package.json';
import * as apply from './apply.js';
import * as check from './check.js';
import { type Command, common, type Flags, type Given, missing, spelled } from './command.js';
import { print, printMessage, writeStderr } from './console.js';
import * as diff from './diff.js';
import * as effective from './effective.js';
import * as explain from './explain.js';
import { codeOf, describe, isDataError, messageOf, Stopped, UsageError } from './failure.js';
import { commandHelp, mainHelp } from './help.js';
import * as init from './init.js';
import { didYouMean, oneOf } from './keyword.js';
import * as lsp from './lsp.js';
import { namesOf } from './options.js';
import * as plan from './plan.js';
import * as rules from './rules.js';
import * as timeline from './timeline.js';
import * as update from './update.js';

const commands = { check, effective, timeline, diff, plan, apply, update, init, explain, rules, lsp };

async function main(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    // The reader of the output has closed the pipe, so do not print an error.
    if (error instanceof Stopped) return 2;
    printMessage(describe(error));
    return isDataError(error) ? 1 : 2;
  }
}

async function run([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined) {
    writeStderr(mainHelp(commands));
    return 2;
  }
  if (name === 'help' && rest.length > 0) return run([...rest, '--help']);
  const isVersion = ['--version', '-v'].includes(name);
  if (isVersion || ['help', '--help', '-h'].includes(name)) {
    await print(isVersion ? `${version}\n` : mainHelp(commands));
    return 0;
  }
  return start(oneOf(name, namesOf(commands), 'command', 'renewal-rules --help lists them'), rest);
}

/** Parses the options of a command and runs it. */
async function start(name: keyof typeof commands, args: readonly string[]): Promise<number> {
  const command = commands[name] as Command;
  const options = { ...common, ...command.options };
  const { values, positionals } = parseArguments(name, args, options, !command.ignoresUnknown);
  if (values.help || values.version) {
    await print(values.help ? commandHelp(name, command) : `${version}\n`);
    return 0;
  }
  validate(options, values);
  return command.run({ ...values, ...formatOf(options, values.format) } as Given<Flags>, positionals);
}

function parseArguments(name: string, args: readonly string[], flags: Flags, strict: boolean) {
  const typed = Object.entries(flags).map(([flag, { placeholder, short, multiple = false }]) => {
    const type = placeholder === undefined ? 'boolean' : 'string';
    return [flag, { type, multiple, ...(short && { short }) }] as const;
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(typed), allowPositionals: true, strict });
  } catch (error) {
    // Use the message of Node.js, with shorter advice on values that begin with a dash.
    const words = messageOf(error)
      .replace(/\.(\s+(To specify|Did you forget).*)?$/s, '')
      .replace(/^Option '(--[^' ]+).* is ambiguous$/s, '$1: a value that begins with a dash is written $1=VALUE');
    const isUnknown = codeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    const [, unknown] = isUnknown ? (/'--([^']*)'/.exec(words) ?? []) : [];
    const flag = unknown && didYouMean(unknown, Object.keys(flags)).replace('`', '`--');
    throw new UsageError(words + (flag || `; renewal-rules ${name} --help lists the options`));
  }
}

/** Throws if options conflict, if an option requires another one, or if a file name is wrong. */
function validate(flags: Flags, values: { readonly [name: string]: unknown }): void {
  const isGiven = (name: string) => values[name] !== undefined;
  for (const [name, { placeholder, excludes, needs }] of Object.entries(flags).filter(([name]) => isGiven(name))) {
    const excluded = excludes?.find(isGiven);
    if (excluded !== undefined)
      throw new UsageError(`the argument '${spelled(name, flags)}' cannot be used with '${spelled(excluded, flags)}'`);
    if (needs !== undefined && !isGiven(needs)) throw missing(needs, flags);
    if (!isFileName(values[name], placeholder))
      throw new UsageError(`--${name}: expected a file name, not ${JSON.stringify(values[name])}`);
  }
}

/** Returns whether a value can be the file of an option, if it has one. Few options read standard input for `-`. */
const isFileName = (value: unknown, placeholder = ''): boolean =>
  !placeholder.startsWith('FILE') || (value !== '' && (value !== '-' || placeholder === 'FILE|-'));

/** Returns the format to use, as the value of `format`, if the command has one format; throws if it is unknown. */
function formatOf({ format: flag }: Flags, given: unknown): { readonly format?: string } {
  if (flag?.values === undefined || flag.multiple) return {};
  return { format: oneOf(String(given ?? flag.defaultValue), flag.values, 'format') };
}

process.exitCode = await main(process.argv.slice(2));
