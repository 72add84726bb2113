// The open folders: what their configuration states, and which of their files are checked.

import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Diagnostic } from 'vscode-languageserver/node';

import { Baseline, baseline } from '../baseline.js';
import { UsageError } from '../console.js';
import { BASELINE, CONFIG, Finder, type Matcher, matcher } from '../files.js';
import { render } from '../module.js';
import { type Configuration, called, configured } from '../options.js';
import type { Text, Texts } from './texts.js';

const NOTHING: Configuration = { options: {}, optionsFor: () => ({}), all: [], settings: {} };

/** A folder, with the configuration that holds in it. */
export class Folder {
  /** The configuration file, whether it is there or not. */
  file: string;
  configuration: Configuration = NOTHING;
  #mistake: string | undefined;
  /** The baseline, whether its file is there or not. */
  baseline: Baseline;
  /** The files that are meant by the configuration, each with whether it is named outright. */
  #files: ReadonlyMap<string, boolean> = new Map();
  #ignores: Matcher = () => undefined;

  constructor(
    readonly path: string,
    readonly texts: Texts,
  ) {
    this.file = join(path, CONFIG);
    this.baseline = new Baseline(join(path, BASELINE));
  }

  /** Whether everything in it is one catalogue. */
  get isWhole(): boolean {
    return this.configuration.settings.catalogue ?? false;
  }

  get isQuiet(): boolean {
    return this.configuration.settings.quiet ?? false;
  }

  has(path: string): boolean {
    return path.startsWith(this.path + sep);
  }

  /** Reads the configuration, of an open file what the editor has. Where there is a mistake, what was read before stays. */
  read(): void {
    this.#mistake = undefined;
    try {
      const opened = (file: string) => this.texts.at(file)?.document.getText();
      const read = configured({}, { folder: this.path, opened });
      this.file = read.settings.file ?? join(this.path, CONFIG);
      // What the library refuses is a mistake of the file, too.
      for (const { consent, ...options } of read.all) {
        called(() => render({ part: 'files', files: [], consent }, '', options), {}, this.file);
      }
      const settings = { ...read.settings, folder: read.settings.folder ?? this.path };
      this.baseline = baseline({}, settings) ?? new Baseline(join(settings.folder, BASELINE));
      this.configuration = read;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#mistake = error.message.replace(/^\S+: /, '');
    }
    this.find();
  }

  /** Finds the files that the configuration means. */
  find(): void {
    const { files, ignores = [], file, folder = this.path } = this.configuration.settings;
    this.#files = new Map();
    try {
      this.#ignores = matcher(ignores, folder);
      if (files === undefined && !this.isWhole) return;
      this.#files = new Finder({ folder, config: file, ignored: [this.#ignores] }).find(files ?? ['.']).files;
    } catch (error) {
      // Where there is none yet, there will be.
      if (!(error instanceof UsageError)) throw error;
    }
  }

  /** Hands a text of the folder over, to be checked as its configuration says. */
  hold(text: Text): void {
    if (text.path === this.file) text.holdConfiguration();
    else {
      const known = this.baseline.of(text.path);
      text.hold(this.configuration.optionsFor(text.path), this.#files.get(text.path) ?? false, known);
    }
  }

  /** Whether a text is one that is checked here. */
  checks({ path }: Text): boolean {
    return this.has(path) && path !== this.file && this.#ignores(path) !== true;
  }

  /** The texts that are one catalogue, in the order of their names. */
  members(): Text[] {
    const open = [...this.texts].filter((text) => text.isOpen && this.checks(text));
    const paths = new Set([...this.#files.keys(), ...open.map(({ path }) => path)]);
    const members = [...paths].sort().flatMap((path) => this.texts.file(path) ?? []);
    for (const text of members) if (!text.isHeld) this.hold(text);
    return members;
  }

  /** What is wrong with the configuration. */
  problems(): Diagnostic[] {
    if (this.#mistake === undefined) return [];
    const text = this.texts.file(this.file);
    if (text === undefined) return [];
    if (!text.isHeld) this.hold(text);
    return text.ask<Diagnostic[]>('mistake', { message: this.#mistake });
  }

  get configurationUri(): string {
    return pathToFileURL(this.file).href;
  }
}

/** The folders that are open, and one for each file that is in none. */
export class Folders {
  readonly all: Folder[] = [];

  constructor(readonly texts: Texts) {}

  add(path: string): Folder {
    const folder = new Folder(path, this.texts);
    this.all.push(folder);
    folder.read();
    return folder;
  }

  /** The innermost folder around a file. */
  of(path: string): Folder {
    const around = this.all.filter((folder) => folder.has(path));
    return around.sort((a, b) => b.path.length - a.path.length)[0] ?? this.add(dirname(path));
  }
}
