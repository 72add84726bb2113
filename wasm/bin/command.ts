// What a command is.

/** A flag, as `parseArgs` has it. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
}

/** Flags by their names. */
export interface Flags {
  readonly [name: string]: Flag;
}

type ValueOf<F extends Flag> = F['type'] extends 'boolean' ? boolean : F['multiple'] extends true ? string[] : string;

/** What was given for flags. */
export type Values<F extends Flags> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };

const each =
  <const F extends Flag>(flag: F) =>
  <const Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, flag])) as { readonly [N in Name]: F };

/** Flags of these names that take a text. */
export const texts = each({ type: 'string' });
/** Flags of these names that take nothing. */
export const switches = each({ type: 'boolean' });

/** The flag by which most commands take the format. */
export const format = { format: { type: 'string', short: 'f' } } as const;

/** The flags of every command. */
export const common = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const;

/** What was given for the flags of a command. */
export type Given<F extends Flags> = Values<F & typeof common>;

/** A command: `run` returns the exit status. */
export interface Command<F extends Flags> {
  readonly summary: string;
  readonly usage: string;
  readonly options: F;
  run(values: Given<F>, positionals: readonly string[]): Promise<number>;
}
