// Saves the state in the fragment of the page's URL, so that sharing a link needs no server.

import { orElse } from '../../lib/result.js';
import { isObject } from '../json/json.js';
import type { State } from './history.js';

/** Maximum length of the fragment: some browsers do not open longer URLs. */
const MAX_LENGTH = 500_000;

/** Returns the URL fragment of a state, or `undefined` if it would be too long. */
export function formatHash({ text, initiator, options, buyer }: State, language: string): string | undefined {
  const given = [['json', text]];
  if (initiator > 0) given.push(['initiator', String(initiator)]);
  if (language !== 'en') given.push(['language', language]);
  for (const [name, members] of Object.entries({ options, buyer })) {
    if (Object.keys(members).length > 0) given.push([name, JSON.stringify(members)]);
  }
  const hash = `#${new URLSearchParams(given)}`;
  return hash.length > MAX_LENGTH ? undefined : hash;
}

/** Parses a JSON object; returns an empty object for any other text. */
function parseObject(text: string | null): { [name: string]: unknown } {
  const result: unknown = orElse(() => JSON.parse(text ?? ''), undefined);
  return isObject(result) ? result : {};
}

export const parseLanguage = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('language');

/** Returns the state saved in a URL fragment, or `undefined` if there is none. */
export function parseHash(hash: string): State | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const text = given.get('json');
  if (text === null) return undefined;
  const index = Number(given.get('initiator'));
  const initiator = Number.isSafeInteger(index) && index > 0 ? index : 0;
  const options = parseObject(given.get('options'));
  if (options.limits !== undefined && !isObject(options.limits)) delete options.limits;
  return { text, initiator, product: initiator, options, buyer: parseObject(given.get('buyer')) };
}
