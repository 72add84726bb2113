// Writes findings in several formats, each to standard output or to a file.

import { type CheckOptions, render, type Tally } from '#internal';
import type { common, Values } from './command.js';
import { isColored, print } from './console.js';
import { limitFlags } from './option-flags.js';
import { parseFormats, useFlagNames } from './options.js';
import { reader, type Source } from './source.js';
import { NewFile } from './write.js';

interface Style {
  readonly format: string;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** Number of characters to collect before they are written. */
const CHUNK_LENGTH = 1 << 16;

/** A format with its destination. */
export class Output {
  /** Counts of the files so far; set once the output has begun. */
  tally!: Tally;
  #file: NewFile | undefined;
  #text = '';

  /** `name` is the file to write to: by default standard output; with `null`, findings are counted but not written. */
  constructor(
    private readonly style: Style,
    readonly name?: string | null,
  ) {}

  begin(): void {
    if (typeof this.name === 'string') this.#file = new NewFile(this.name);
    this.#add(render('render.begin', { style: this.style }));
  }

  /** Renders the findings of files; returns the stale suppressions of each file, and which named files are setups. */
  async add(files: readonly Source[], settings: { isCatalogue: boolean; consent: string }, options: CheckOptions) {
    const named = files.map((file) => {
      const { named, applied, written, known } = file;
      // For people, name files relative to the working directory, for tools relative to the repository.
      const name = this.style.format === 'stylish' ? file.displayPath : file.reportPath;
      return { name, named, applied, written, known };
    });
    const request = { ...settings, style: this.style, tally: this.tally, files: named };
    const rendered = render('render.files', request, '', options, reader(files));
    this.#add(rendered);
    if (this.#text.length > CHUNK_LENGTH) await this.#write();
    return rendered;
  }

  /** Finishes the output. In the last text, replaces the names of options by those of the flags that set them. */
  async end(): Promise<void> {
    const { text, tally } = render('render.end', { style: this.style, tally: this.tally });
    this.#add({ text: useFlagNames(text, limitFlags), tally });
    await this.#write();
    this.#file?.close();
  }

  /** Discards the output; an existing file is not changed. */
  discard(): void {
    this.#file?.discard();
  }

  #add({ text, tally }: { text: string; tally: Tally }): void {
    this.#text += text;
    this.tally = tally;
  }

  async #write(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (this.#file !== undefined) this.#file.write(text);
    else if (this.name === undefined) await print(text);
  }
}

/** Creates the outputs for the values of `--format`; file names are relative to `folder`. */
export function outputs(
  values: string | readonly string[] | undefined,
  colours: Values<typeof common>,
  folder: string,
  style: Omit<Style, 'format'>,
): Output[] {
  return parseFormats(values, folder).map(({ format, path }) => {
    const color = format === 'stylish' && path === undefined && isColored(colours);
    return new Output({ ...style, format, color }, path);
  });
}
