// Replaces option names in the error messages of the library by flags, such as `purchaseDate` by `--date`.

import { UsageError } from './failure.js';
import { positioned } from './jsonc.js';
import { bytes } from './options.js';
import { isTexts } from './values.js';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const ownFlags: { readonly [option: string]: string } = {
  purchaseDate: 'date',
  monthCount: 'months',
  status: 'answer',
  id: 'made',
  base: 'base-url',
};

/**
 * Replaces the names of options in a message of the library by the flags on the command line that set them. A name
 * stays if its flag is not in `flags`, which contains the given flags by name.
 */
export function useFlagNames(message: string, flags: object): string {
  const rules = 'rule' in flags && isTexts(flags.rule) ? flags.rule : [];
  const isFlag = (code: string) => rules.some((text) => text.startsWith(`${code}=`));
  const ofRules = message
    .replace(/`rules\.([\w-]+)`/g, (name, code: string) => (isFlag(code) ? `\`--rule ${code}\`` : name))
    .replace(/`rules`(?= names `([^`]*)`)/, (name, code: string) => (isFlag(code) ? '`--rule`' : name));
  return ofRules.replace(/`(?:limits\.)?(\w+)`/g, (name, option: string) => {
    const flag = ownFlags[option] ?? kebab(option);
    return Object.hasOwn(flags, flag) ? `\`--${flag}\`` : name;
  });
}

/**
 * Calls the library. If it rejects an option, throws an error that names the flag, if given, or the position in the
 * configuration file that sets the option: one of `sources`.
 */
export function withFlagNames<Answer>(call: () => Answer, flags: object, sources?: readonly string[]): Answer {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = useFlagNames(error.message, flags);
    throw new UsageError(message === error.message ? locate(message, sources) : message);
  }
}

/** Prefixes a message with the position of the option that it names, in the first configuration file that sets it. */
export function locate(message: string, sources: readonly string[] = []): string {
  const prefixed = sources.map((file) => positioned(file, bytes(file), message));
  // A file that sets no such option reports the position of its first character.
  const first = prefixed.findIndex((text, index) => !text.startsWith(`${sources[index]}:1:1: `));
  return prefixed[Math.max(first, 0)] ?? message;
}
