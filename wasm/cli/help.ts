// Help texts, made from the tables of commands and options.

import { type Command, common, type Flag, type Flags, HEADINGS } from './command.js';

const EXIT_CODES = {
  0: 'Success: no errors, no changes, all calls made',
  1: 'Findings: errors or too many warnings (check), changes (diff), an unreadable product (effective, explain, timeline), an invalid setup, or a call that was refused or is unconfirmed',
  2: 'Failure: a wrong option or file, a failed login, an unreachable service, or an output that could not be written',
};

/** Column at which the help of an option begins. */
const COLUMN = 36;
const WIDTH = 110;

export function commandHelp(name: string, { summary, usage, details, options }: Omit<Command, 'run'>): string {
  const [first = '', ...others] = usage.map((line) => `renewal-rules ${name} ${line}`.trimEnd());
  return [
    `${summary}.\n`,
    `Usage: ${[first, ...others].join('\n       ')}\n`,
    ...(details === undefined ? [] : [`${details}\n`]),
    ...optionGroups({ ...options, help: common.help, version: common.version }),
    exitCodes(),
  ].join('\n');
}

export function mainHelp(commands: { readonly [name: string]: Pick<Command, 'summary'> }): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => row(`  ${name}`, summary, 16));
  return [
    'Check the renewal settings of products, and fix them.\n',
    'Usage: renewal-rules <COMMAND> [OPTIONS]\n',
    `Commands:\n${rows.join('')}`,
    ...optionGroups(common),
    exitCodes(),
  ].join('\n');
}

const exitCodes = (): string =>
  `Exit codes:\n${Object.entries(EXIT_CODES)
    .map(([code, text]) => row(`  ${code}`, text, 5))
    .join('')}`;

function optionGroups(flags: Flags): string[] {
  return HEADINGS.flatMap((heading) => {
    const rows = Object.entries(flags).flatMap(([name, flag]) =>
      (flag.heading ?? 'Other') === heading && flag.help !== undefined ? [optionRow(name, flag)] : [],
    );
    return rows.length === 0 ? [] : [`${heading}:\n${rows.join('')}`];
  });
}

function optionRow(name: string, { short, placeholder, values, defaultValue: value, help = '' }: Flag): string {
  const left = `${short === undefined ? '     ' : `  -${short},`} --${name}${placeholder ? ` <${placeholder}>` : ''}`;
  const ifAbsent = value === undefined ? '' : ` [default: ${value}]`;
  const possible = values === undefined ? '' : ` [possible values: ${values.join(', ')}]`;
  return row(left, help + ifAbsent + possible, COLUMN);
}

/** Formats a label with a wrapped text beside it. The text of a long label starts on the next line. */
function row(label: string, text: string, column: number): string {
  const indent = ' '.repeat(column);
  const lines = text.match(new RegExp(`(\\S.{0,${WIDTH - column - 1}}|\\S+)(?= |$)`, 'g')) ?? [];
  const start = label.length + 2 > column ? `${label}\n${indent}` : label.padEnd(column);
  return `${start}${lines.join(`\n${indent}`)}\n`;
}
