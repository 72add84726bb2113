// Where the findings go: each format to standard output or to a file of its own.

import { resolve } from 'node:path';

import { isColored, oneOf, print, UsageError } from './console.js';
import { inFlags, limits } from './options.js';
import { render } from './module.js';
import { NewFile } from './write.js';

export const formats = ['stylish', 'json', 'sarif', 'github', 'junit', 'markdown'];

const limitFlags = Object.fromEntries(limits.map((name) => [name, true]));
/** Text is printed in pieces of about this length. */
const PIECE = 1 << 16;

/** One format on its way to one place. */
export class Output {
  tally;
  #style;
  #file;
  #name;
  #text = '';

  /** Without a file, it goes to standard output; with `null`, nowhere. */
  constructor(style, file) {
    this.#style = style;
    this.#name = file;
  }

  /** People see names from where they are; tools know the repository alone. */
  #nameOf(file) {
    return this.#style.format === 'stylish' ? file.shown : file.located;
  }

  /** Whether it only counts. */
  get isSilent() {
    return this.#name === null;
  }

  /** Begins: from here on there is a file to be written. */
  begin() {
    if (typeof this.#name === 'string') this.#file = new NewFile(this.#name);
    this.#text = this.#rendered({ part: 'begin' });
  }

  /** Adds what is found in files. */
  async add(files, request, read, options) {
    const named = files.map((file) => ({ name: this.#nameOf(file), named: file.named, applied: file.applied, written: file.written }));
    this.#text += this.#rendered({ part: 'files', ...request, files: named }, options, read);
    if (this.#text.length > PIECE) await this.#write();
  }

  /** Ends. The last text names the flags instead of the options that they state. */
  async end() {
    this.#text += inFlags(this.#rendered({ part: 'end' }), limitFlags);
    await this.#write();
    this.#file?.close();
  }

  /** Leaves a file as it was. */
  drop() {
    this.#file?.drop();
  }

  #rendered(request, options, read) {
    const { text, tally } = render({ ...this.#style, tally: this.tally, ...request }, '', options, read);
    this.tally = tally;
    return text;
  }

  async #write() {
    const text = this.#text;
    this.#text = '';
    if (this.#file !== undefined) this.#file.write(text);
    else if (this.#name === undefined) await print(text);
  }
}

/** The outputs that are asked for: `FORMAT`, or `FORMAT=FILE`, which is in a folder. */
export function outputs(asked, values, folder, style) {
  const places = new Set();
  return [asked ?? 'stylish'].flat().map((text) => {
    const [word, ...rest] = text.split('=');
    const format = oneOf(word, formats, 'format');
    const file = rest.length > 0 ? rest.join('=') : undefined;
    if (file === '') throw new UsageError(`the format ${word}= names no file`);
    const place = file && resolve(folder, file);
    if (places.has(place)) throw new UsageError(place === undefined ? 'only one format can go to standard output; name a file for the others, such as sarif=report.sarif' : `two formats cannot both go to ${file}`);
    places.add(place);
    return new Output({ ...style, format, color: format === 'stylish' && place === undefined && isColored(values) }, place);
  });
}
