// The state as a part of the page's address, readable and without a server.

import type { State } from './state.js';
import { isObject } from './value.js';

/** A longer address is more than some browsers follow. */
const LONGEST = 500_000;

/** The address of a state; `undefined` where it would be too long. */
export function addressOf({ text, initiator, options, buyer }: State, language: string): string | undefined {
  const given = [['json', text]];
  if (initiator > 0) given.push(['at', String(initiator)]);
  if (language !== 'en') given.push(['language', language]);
  for (const [name, members] of Object.entries({ options, buyer })) {
    if (Object.keys(members).length > 0) given.push([name, JSON.stringify(members)]);
  }
  const hash = `#${new URLSearchParams(given)}`;
  return hash.length > LONGEST ? undefined : hash;
}

function object(text: string | null): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (isObject(value)) return value;
  } catch {
    // What is no object states nothing.
  }
  return {};
}

/** The language that an address asks for. */
export const languageOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('language');

/** The state in an address; `undefined` where it has none. */
export function stateOf(hash: string): State | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const text = given.get('json');
  if (text === null) return undefined;
  const at = Number(given.get('at'));
  const initiator = Number.isSafeInteger(at) && at > 0 ? at : 0;
  const options = object(given.get('options'));
  if (options.limits !== undefined && !isObject(options.limits)) delete options.limits;
  return { text, initiator, product: initiator, options, buyer: object(given.get('buyer')) };
}
