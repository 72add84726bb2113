// What a command is: from the table of its flags follow what is parsed, its help and the completions.

/** A flag. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What it takes, in capitals: `FILE`. */
  readonly takes?: string;
  /** The words among which what it takes is. */
  readonly words?: readonly string[];
  /** What it is for; what is said of the one before is said of it, too, where there is nothing. */
  readonly says?: string;
  /** Where it is listed with another one: both. */
  readonly label?: string;
  /** The flags with which it makes no sense. */
  readonly excludes?: readonly string[];
  /** The flag without which it makes no sense. */
  readonly needs?: string;
}

/** Flags by their names. */
export interface Flags {
  readonly [name: string]: Flag;
}

type ValueOf<F extends Flag> = F['type'] extends 'boolean' ? boolean : F['multiple'] extends true ? string[] : string;

/** What was given for flags. */
export type Values<F extends Flags> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };

/** The flags of every command. */
export const common = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const satisfies Flags;

const WHERE_COLOURS = 'colours; by default FORCE_COLOR, NO_COLOR and the terminal decide';
/** Those of colours, as the commands list them that have any. */
export const colours = {
  color: { ...common.color, label: '--color, --no-color', says: WHERE_COLOURS },
} as const satisfies Flags;

/** The flag for the format. */
export const formatFlag = (words: readonly string[], says: string) =>
  ({ format: { type: 'string', short: 'f', takes: 'WORD', words, says } }) as const;

/** What was given for the flags of a command. */
export type Given<F extends Flags> = Values<F & typeof common>;

/** A command: `run` returns the exit status. */
export interface Command<F extends Flags = Flags> {
  readonly summary: string;
  readonly usage: string;
  readonly options: F;
  /** The words that can be its arguments, where these are no files. */
  readonly words?: () => readonly string[];
  /** Set if unknown options are no error: `run` gets them, too. */
  readonly ignoresUnknown?: boolean;
  run(values: Given<F>, positionals: readonly string[]): Promise<number>;
}

/** Where in the help it begins what flags are for. */
const COLUMN = 33;

/** What flags are for, as lines of help. */
export function listed(flags: Flags): string {
  const lines = Object.entries(flags).flatMap(([name, { short, takes, says, label = `--${name}` }]) => {
    if (says === undefined) return [];
    const left = `${short === undefined ? '     ' : `  -${short},`} ${label} ${takes ?? ''}`;
    return [`${left.padEnd(COLUMN)}${says.replaceAll('\n', `\n${' '.repeat(COLUMN)}`)}`.trimEnd()];
  });
  return lines.map((line) => `${line}\n`).join('');
}
