// Types of commands and of the tables with their options. The parser and the help are derived from the tables.

import { UsageError } from './failure.js';

/** Headings of the options in a command's help, in this order. */
export const HEADINGS = [
  'Products',
  'Purchase',
  'Files',
  'Configuration',
  'Fix problems',
  'Suppressions',
  'Service',
  'Progress',
  'Output',
  'Connection',
  'Other',
] as const;

type Heading = (typeof HEADINGS)[number];

export interface Flag {
  readonly short?: string;
  readonly multiple?: boolean;
  /** Placeholder for the value in the help, in uppercase, such as `FILE`. An option without one takes no value. */
  readonly placeholder?: string;
  readonly values?: readonly string[];
  /** Value that applies if the option is absent. */
  readonly defaultValue?: string;
  /** Help text: an imperative without a full stop. An option without help text is not listed. */
  readonly help?: string;
  readonly heading?: Heading;
  readonly excludes?: readonly string[];
  readonly needs?: string;
}

export interface Flags {
  readonly [name: string]: Flag;
}

type ValueOf<F extends Flag> = F extends { readonly placeholder: string }
  ? F['multiple'] extends true
    ? string[]
    : string
  : boolean;

/** Values given for the options in a table. */
export type Values<F extends Flags> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };

/** Sets the heading under which the help lists options. */
export const withHeading = <const F extends Flags>(heading: Heading, flags: F): F =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, heading }])) as unknown as F;

/** Options of every command. */
export const common = {
  ...withHeading('Output', { color: {}, 'no-color': {} }),
  ...withHeading('Other', {
    help: { short: 'h', help: 'Print help' },
    version: { short: 'v', help: 'Print the version' },
  }),
} as const satisfies Flags;

/** Colour options, listed by commands that print in colour. */
export const colours = {
  color: { ...common.color, help: 'Print in colour [default: depends on FORCE_COLOR, NO_COLOR and the terminal]' },
  'no-color': { ...common['no-color'], help: 'Print without colour', excludes: ['color'] },
} as const satisfies Flags;

/** The option `--format`; the first of the values is the default. */
export const formatFlag = <const Formats extends readonly [string, ...string[]]>(
  values: Formats,
  help = 'Set the output format',
) =>
  withHeading('Output', {
    format: { short: 'f', placeholder: 'FORMAT', values, defaultValue: values[0], help },
  });

/** Returns the value of an option that is a whole number; throws if it is not one. */
export function numberOf<Name extends string>(
  values: { readonly [N in Name]?: string },
  name: Name,
  smallest = 0,
): number {
  const text = values[name] ?? '';
  if (/^\d+$/.test(text) && Number(text) >= smallest) return Number(text);
  throw new UsageError(`--${name} must be a whole number from ${smallest}, not ${JSON.stringify(text)}`);
}

/** Values for the options of a command. The parser validates `--format`, or sets its default. */
export type Given<F extends Flags> = Values<F & typeof common> & FormatOf<F>;

type FormatOf<F> = F extends {
  readonly format: { readonly values: readonly (infer Format)[]; readonly multiple?: undefined };
}
  ? { readonly format: Format }
  : unknown;

/** A command: `run` returns the exit code. */
export interface Command<F extends Flags = Flags> {
  /** Summary: an imperative without a full stop. */
  readonly summary: string;
  /** Arguments, one line for each way to call the command. */
  readonly usage: readonly string[];
  readonly details?: string;
  readonly options: F;
  /** Set if unknown options are not an error; `run` then gets them, too. */
  readonly ignoresUnknown?: boolean;
  run(values: Given<F>, positionals: readonly string[]): Promise<number>;
}

/** Returns an option as users type it, with the placeholder for its value. */
export function spelled(name: string, flags: Flags): string {
  const { placeholder } = flags[name] ?? {};
  return placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`;
}

export const missing = (name: string, flags: Flags): UsageError =>
  new UsageError(`missing required option: ${spelled(name, flags)}`);

/** Throws if there are more arguments than a command takes. */
export function rejectExtra(positionals: readonly string[], count: number, hint = ''): void {
  const extra = positionals[count];
  if (extra !== undefined) throw new UsageError(`unexpected argument '${extra}'${hint && `; ${hint}`}`);
}

export const missingArgument = (placeholder: string, hint = ''): UsageError =>
  new UsageError(`missing required argument: <${placeholder}>${hint && `; ${hint}`}`);
