// Writes the findings: each format to standard output or to a file of its own.

import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { $defs } from '../config.schema.json';
import type { common, Values } from './command.js';
import { isColored, print } from './console.js';
import { UsageError } from './failure.js';
import { oneOf } from './keyword.js';
import { type FileSuppressions, type ReadPart, render, type Tally } from './module.js';
import { inFlags } from './option-errors.js';
import { limitFlags } from './option-flags.js';
import type { ConfiguredOptions } from './options.js';
import type { Source } from './source.js';
import { NewFile } from './write.js';

export const formats = $defs.format.examples;

/** Settings of the rendering. */
interface Style {
  readonly format: string;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** Text is printed in pieces of about this length. */
const PIECE = 1 << 16;

/** One format with its destination. */
export class Output {
  #tally: Tally | undefined;
  readonly #style: Style;
  readonly #name: string | null | undefined;
  #file: NewFile | undefined;
  #text = '';

  /** Without a file, it goes to standard output; with `null`, nowhere. */
  constructor(style: Style, file?: string | null) {
    this.#style = style;
    this.#name = file;
  }

  /** Counts so far. */
  get tally(): Pick<Tally, 'files' | 'filesWithErrors' | 'warnings'> {
    return this.#tally ?? { files: 0, filesWithErrors: 0, warnings: 0 };
  }

  /** Names for people are relative to the working directory, names for tools to the repository. */
  #nameOf(file: Source): string {
    return this.#style.format === 'stylish' ? file.shown : file.located;
  }

  /** Set if the output is discarded and only counts are needed. */
  get isSilent(): boolean {
    return this.#name === null;
  }

  /** Starts the output; creates its file. */
  begin(): void {
    if (typeof this.#name === 'string') {
      mkdirSync(dirname(this.#name), { recursive: true });
      this.#file = new NewFile(this.#name);
    }
    this.#text = this.#counted(render('render.begin', { style: this.#style })).text;
  }

  /** Adds the findings of files; returns their stale suppressions. */
  async add(
    files: readonly Source[],
    settings: { whole: boolean; consent: string },
    read: ReadPart,
    options: ConfiguredOptions,
  ): Promise<FileSuppressions[]> {
    const named = files.map((file) => {
      const { named, applied, written, known } = file;
      return { name: this.#nameOf(file), named, applied, written, known };
    });
    const request = { ...settings, ...this.#progress, files: named };
    const { text, left } = this.#counted(render('render.files', request, '', options, read));
    this.#text += text;
    if (this.#text.length > PIECE) await this.#write();
    return left;
  }

  /** Finishes the output. The last text names flags instead of options. */
  async end(): Promise<void> {
    this.#text += inFlags(this.#counted(render('render.end', this.#progress)).text, limitFlags);
    await this.#write();
    this.#file?.close();
  }

  /** Discards the output; an existing file remains unchanged. */
  drop(): void {
    this.#file?.drop();
  }

  get #progress() {
    return { style: this.#style, tally: this.#tally };
  }

  #counted<Rendered extends { tally: Tally }>(rendered: Rendered): Rendered {
    this.#tally = rendered.tally;
    return rendered;
  }

  async #write(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (this.#file !== undefined) this.#file.write(text);
    else if (this.#name === undefined) await print(text);
  }
}

/** Parses the requested outputs: `FORMAT`, or `FORMAT=FILE` relative to a folder. */
export function outputs(
  asked: string | readonly string[] = 'stylish',
  values: Values<typeof common>,
  folder: string,
  style: Omit<Style, 'format'>,
): Output[] {
  const places = new Set<string | undefined>();
  return [asked].flat().map((text) => {
    const [word = '', ...rest] = text.split('=');
    const format = oneOf(word, formats, 'format');
    const file = rest.length > 0 ? rest.join('=') : undefined;
    if (file === '') throw new UsageError(`the format ${word}= names no file`);
    const place = file && resolve(folder, file);
    if (places.has(place)) {
      const advice =
        'only one format can go to standard output; name a file for the others, such as sarif=report.sarif';
      throw new UsageError(place === undefined ? advice : `two formats cannot both go to ${file}`);
    }
    places.add(place);
    const color = format === 'stylish' && place === undefined && isColored(values);
    return new Output({ ...style, format, color }, place);
  });
}
