// Describes commands. Parsing, help and completions are derived from the table of flags.

/** A command line option. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Placeholder of the value in uppercase, such as `FILE`. */
  readonly takes?: string;
  /** Possible values. */
  readonly words?: readonly string[];
  /** Help text; if absent, that of the previous option applies. */
  readonly says?: string;
  /** Help label if the option is listed together with another one. */
  readonly label?: string;
  /** Options that conflict with this one. */
  readonly excludes?: readonly string[];
  /** Option that this one requires. */
  readonly needs?: string;
}

/** Options by name. */
export interface Flags {
  readonly [name: string]: Flag;
}

type ValueOf<F extends Flag> = F['type'] extends 'boolean' ? boolean : F['multiple'] extends true ? string[] : string;

/** Values given for options. */
export type Values<F extends Flags> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };

/** Options of every command. */
export const common = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const satisfies Flags;

const WHERE_COLOURS = 'colours; by default FORCE_COLOR, NO_COLOR and the terminal decide';
/** Colour options, listed by commands that print in colour. */
export const colours = {
  color: { ...common.color, label: '--color, --no-color', says: WHERE_COLOURS },
} as const satisfies Flags;

/** The option `--format`. */
export const formatFlag = (words: readonly string[], says: string) =>
  ({ format: { type: 'string', short: 'f', takes: 'WORD', words, says } }) as const;

/** Values given for a command's options. */
export type Given<F extends Flags> = Values<F & typeof common>;

/** A command: `run` returns the exit status. */
export interface Command<F extends Flags = Flags> {
  readonly summary: string;
  readonly usage: string;
  readonly options: F;
  /** Possible arguments, if these are not files. */
  readonly words?: () => readonly string[];
  /** Set if unknown options are no error: `run` gets them, too. */
  readonly ignoresUnknown?: boolean;
  run(values: Given<F>, positionals: readonly string[]): Promise<number>;
}

/** Column at which help texts begin. */
const COLUMN = 33;

/** Returns the help lines of options. */
export function listed(flags: Flags): string {
  const lines = Object.entries(flags).flatMap(([name, { short, takes, says, label = `--${name}` }]) => {
    if (says === undefined) return [];
    const left = `${short === undefined ? '     ' : `  -${short},`} ${label} ${takes ?? ''}`;
    return [`${left.padEnd(COLUMN)}${says.replaceAll('\n', `\n${' '.repeat(COLUMN)}`)}`.trimEnd()];
  });
  return lines.map((line) => `${line}\n`).join('');
}
