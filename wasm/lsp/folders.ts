// The folders of the workspace, with their configurations and the files that these cover.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Diagnostic } from 'vscode-languageserver/node';
import { orError, UsageError } from '../cli/failure.js';
import { CONFIG, displayPath, isInside, isWithin, resolve, SUPPRESSIONS, upwards } from '../cli/file-names.js';
import { Finder, identityOf, type Matcher, matcher } from '../cli/files.js';
import { type Configuration, readConfiguration, rejectOverrides, validateOptions } from '../cli/options.js';
import { Suppressions, suppressionsFor } from '../cli/suppressions.js';
import { isUntitled, type Text, type Texts } from './texts.js';

/** Matches paths in folders that are never checked, although they change often. */
const PACKAGES_AND_GIT = /[\\/](node_modules|\.git)([\\/]|$)/;
const NO_CONFIGURATION: Configuration = { options: {}, optionsFor: () => ({}), all: [], settings: {} };

/** A folder with the configuration that applies in it. */
export class Folder {
  /** Path of the configuration file; the file may not exist. */
  file: string;
  configuration: Configuration = NO_CONFIGURATION;
  /** The error of the configuration, and the file and setting to report it at. */
  #error: { readonly file: string; readonly message: string; readonly at: string } | undefined;
  /** The suppressions of the folder; their file may not exist. */
  suppressions: Suppressions;
  /** Paths of the files that the configuration depends on; the files may not exist. */
  dependencies: ReadonlySet<string> = new Set();
  /**
   * Files that the configuration covers, by path. The value is true if `files` names the file itself, false if it names
   * a folder or contains a pattern.
   */
  #files: ReadonlyMap<string, boolean> = new Map();
  #ignores: Matcher = () => undefined;
  #isStale = false;

  constructor(
    readonly path: string,
    readonly folders: Folders,
  ) {
    this.file = join(path, CONFIG);
    this.suppressions = new Suppressions(join(path, SUPPRESSIONS));
  }

  /** Paths of the configuration and the suppressions file, which are not checked but can have errors. */
  get own(): string[] {
    return [this.file, this.suppressions.file];
  }

  /** Set if all files of the folder are one catalogue. */
  get isCatalogue(): boolean {
    return this.configuration.settings.catalogue ?? false;
  }

  get isQuiet(): boolean {
    return this.configuration.settings.quiet ?? false;
  }

  /**
   * Reads the configuration, including unsaved changes in the editor. An invalid configuration leaves the last valid
   * one in place.
   */
  read(): void {
    this.#error = undefined;
    const candidates = [...upwards(this.path)].map((at) => join(at, CONFIG));
    this.file = candidates.find((at) => this.folders.has(at)) ?? join(this.path, CONFIG);
    const dependencies = new Set(candidates);
    let { file } = this;
    try {
      const opened = (file: string) => {
        dependencies.add(file);
        return this.folders.texts.at(file)?.document.getText();
      };
      const read = readConfiguration({}, { folder: this.path, opened });
      // Options that the library rejects are errors of the configuration, too.
      validateOptions(read, {});
      if (read.settings.catalogue) rejectOverrides(read.settings);
      this.configuration = read;
      const { folder = this.path, suppressions = SUPPRESSIONS } = read.settings;
      file = resolve(folder, suppressions);
      dependencies.add(file);
      if (this.suppressions.file !== file) this.suppressions = new Suppressions(file);
      this.suppressions = suppressionsFor({}, { ...read.settings, folder }, opened) ?? new Suppressions(file);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const found = withoutPosition(error, [...candidates, displayPath(file)]);
      this.#error = { file: this.folders.texts.file(file) ? file : this.file, ...found };
    }
    this.dependencies = dependencies;
    this.#isStale = true;
  }

  /** Returns the paths outside of the folder at which its catalogue has files, or could have files. */
  outside(): string[] {
    const { files = [], folder = this.path } = this.configuration.settings;
    const starts = files.map((pattern) => {
      const [start = ''] = pattern.split(/[*?[{]/);
      return start === pattern ? resolve(folder, pattern) : dirname(resolve(folder, `${start}_`));
    });
    return this.isCatalogue ? starts.filter((start) => !isWithin(start, this.path)) : [];
  }

  /** Marks the list of files as outdated if changes at these paths can affect it; returns whether they can. */
  expire(paths: ReadonlySet<string>): boolean {
    const outside = this.outside();
    const isAffected = (path: string) =>
      isInside(path, this.path)
        ? !PACKAGES_AND_GIT.test(path.slice(this.path.length))
        : outside.some((start) => isWithin(path, start) || isInside(start, path));
    const isStale = this.isCatalogue && [...paths].some(isAffected);
    this.#isStale ||= isStale;
    return isStale;
  }

  /** Lists the files that the configuration covers, if the list is outdated. */
  #updateFiles(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    const { files, ignores = [], file, folder = this.path } = this.configuration.settings;
    this.#files = new Map();
    // Ignore the error: the folder may have no files yet.
    orError(() => {
      this.#ignores = matcher(ignores, folder);
      if (files === undefined && !this.isCatalogue) return;
      this.#files = new Finder({ folder, config: file, ignored: [this.#ignores] }).find(files ?? ['.']).files;
    }, UsageError);
  }

  /** Passes a text to the library, with the options that apply to it. */
  load(text: Text): void {
    if (this.own.includes(text.path)) {
      text.load({ options: {}, named: false, known: {}, isConfiguration: true });
      return;
    }
    this.#updateFiles();
    const path = isUntitled(text.path) ? undefined : text.path;
    const named = path !== undefined && (this.#files.get(path) ?? false);
    text.load({ options: this.configuration.optionsFor(path), named, known: this.suppressions.entriesFor(path) });
  }

  /** Returns whether a document of this folder is checked: not one of its own or an ignored file. */
  checks({ path }: Text): boolean {
    this.#updateFiles();
    return isUntitled(path) || (!this.own.includes(path) && this.#ignores(path) !== true);
  }

  /**
   * Returns the texts of the catalogue, sorted by path. If several paths lead to one file, it is listed once,
   * preferably by the path that is open. Files to which a nearer configuration applies come last.
   */
  members(): Text[] {
    this.#updateFiles();
    const isMember = (text: Text) =>
      text.isOpen && !isUntitled(text.path) && this.folders.folderFor(text.path) === this && this.checks(text);
    const open = [...this.folders.texts].filter(isMember);
    const found = [...this.#files.keys()].filter((path) => !this.own.includes(path));
    const names = new Map<string, string>();
    for (const path of [...open.map(({ path }) => path).sort(), ...found.sort()]) {
      const identity = identityOf(path);
      if (!names.has(identity)) names.set(identity, path);
    }
    const members = [...names.values()].sort().flatMap((path) => this.folders.texts.file(path) ?? []);
    for (const text of members) {
      if (!text.isLoaded) (this.owns(text) ? this : this.folders.folderFor(text.path)).load(text);
    }
    const outer = members.filter((text) => !this.owns(text));
    return outer.length === 0 ? members : [...members.filter((text) => this.owns(text)), ...outer];
  }

  /** Returns whether no nearer configuration applies to a text of the catalogue. */
  owns({ path }: Text): boolean {
    return !this.folders.hasNearer(path, this);
  }

  /** Returns whether the catalogue of this folder contains a file. */
  includes(path: string): boolean {
    this.#updateFiles();
    return this.isCatalogue && this.#files.has(path);
  }

  /** Returns the errors of the configuration to report in a file. */
  problems(path: string): Diagnostic[] {
    if (this.#error?.file !== path) return [];
    const { message, at } = this.#error;
    const text = this.folders.texts.file(path);
    if (text === undefined) return [];
    if (!text.isLoaded) this.load(text);
    // The library locates the first name in backticks.
    const found = text.ask('editor.locate_error', { message: `\`${at}\`${message}` });
    return found.map((diagnostic) => ({ ...diagnostic, message }));
  }
}

/**
 * The folders to check: those of the workspace, folders in them that have a configuration file, and the folders of
 * other open files.
 */
export class Folders {
  /** Paths of the workspace's folders. */
  readonly roots = new Set<string>();
  readonly #all = new Map<string, Folder>();
  /** Cached results of `#base`, by directory. */
  readonly #bases = new Map<string, string>();
  /**
   * Folder that untitled documents belong to if the workspace has no folder or several. Its configuration is never
   * read.
   */
  readonly #none = new Folder('', this);

  constructor(readonly texts: Texts) {}

  [Symbol.iterator](): IterableIterator<Folder> {
    return this.#all.values();
  }

  /** Reads the configurations again, and drops folders that are no longer in use. */
  reload(): void {
    const before = new Map(this.#all);
    this.#all.clear();
    this.#bases.clear();
    const keys = [...this.texts].flatMap(({ path, isOpen }) => (isOpen && !isUntitled(path) ? [path] : []));
    for (const path of [...this.roots, ...keys.map(dirname)].map((directory) => this.#base(directory))) {
      if (!this.#all.has(path)) this.#add(before.get(path) ?? new Folder(path, this));
    }
  }

  /** Returns the folder whose configuration applies to a document, by the document's key. */
  folderFor(key: string): Folder {
    if (!isUntitled(key)) return this.#at(this.#base(dirname(key)));
    const [root, ...others] = this.roots;
    return root === undefined || others.length > 0 ? this.#none : this.#at(this.#base(root));
  }

  /** Returns the folder whose catalogue contains a document, by the document's key. */
  catalogueOf(key: string): Folder | undefined {
    const folder = this.folderFor(key);
    return folder.isCatalogue && !isUntitled(key) ? folder : undefined;
  }

  /** Returns whether a folder is part of the workspace, or has an open document. */
  isUsed(folder: Folder): boolean {
    const isOpenIn = ({ path, isOpen }: Text) => isOpen && !isUntitled(path) && this.folderFor(path) === folder;
    const isOf = (root: string) => isWithin(folder.path, root) || this.#base(root) === folder.path;
    return [...this.roots].some(isOf) || [...this.texts].some(isOpenIn);
  }

  /** Returns whether the configuration of a folder inside `folder` applies to a file. */
  hasNearer(path: string, folder: Folder): boolean {
    return isInside(this.#base(dirname(path)), folder.path);
  }

  /** Returns whether a change at this path, of a file or a directory, can affect a configuration. */
  dependsOn(path: string): boolean {
    if (isUntitled(path)) return false;
    if (['.gitignore', SUPPRESSIONS, CONFIG].includes(basename(path))) return true;
    return [...this].some(({ dependencies }) => [...dependencies].some((at) => isWithin(at, path)));
  }

  #at(path: string): Folder {
    return this.#all.get(path) ?? this.#add(new Folder(path, this));
  }

  #add(folder: Folder): Folder {
    this.#all.set(folder.path, folder);
    folder.read();
    return folder;
  }

  /** Returns whether a file exists, or is open in the editor, where it may be unsaved. */
  has(file: string): boolean {
    return existsSync(file) || this.texts.at(file)?.isOpen === true;
  }

  /**
   * Returns the nearest directory that has a configuration file; if there is none, the nearest workspace folder,
   * otherwise the given directory.
   */
  #base(directory: string): string {
    const known = this.#bases.get(directory);
    if (known !== undefined) return known;
    const all = [...upwards(directory)];
    const base = all.find((at) => this.has(join(at, CONFIG))) ?? all.find((at) => this.roots.has(at)) ?? directory;
    this.#bases.set(directory, base);
    return base;
  }
}

/** Removes the position from an error's message if it is in one of `files`; otherwise, clears `at`. */
function withoutPosition({ message, at }: UsageError, files: readonly string[]): { message: string; at: string } {
  const [position = '', file = ''] = /^(.*?)(?::\d+:\d+)?: /s.exec(message) ?? [];
  return files.includes(file) ? { message: message.slice(position.length), at } : { message, at: '' };
}
