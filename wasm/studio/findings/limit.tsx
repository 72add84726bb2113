// Inputs of the configurable limits.

import { useRef } from 'preact/hooks';
import { t } from '../language/language.js';
import { commit, options } from '../state/history.js';
import { limits, limitsOf } from '../state/report.js';

/** Configurable limits with their defaults, which build.ts inserts as JSON. */
const LIMITS: { readonly [name: string]: number | null } = JSON.parse(__LIMITS__);

function setLimit(name: string, typed: string): void {
  const number = typed.trim() === '' ? undefined : Number(typed);
  const limits = { ...limitsOf(options.value), [name]: Number.isNaN(number) ? typed : number };
  if (number === undefined) delete limits[name];
  commit({ options: { ...options.value, limits } }, `limit ${name}`);
}

/** Input for the value of a limit. */
export function Limit({ name, id }: { name: string; id: string }) {
  const value = limitsOf(options.value)[name] ?? '';
  return (
    <div class="limit">
      <label for={id}>{t(`limit-${name}`)}</label>
      <input
        id={id}
        inputMode="numeric"
        size={5}
        value={String(value)}
        onInput={({ currentTarget }) => setLimit(name, currentTarget.value)}
        placeholder={String(LIMITS[name] ?? '')}
      />
    </div>
  );
}

export const LIMIT_NAMES = Object.keys(LIMITS);

/**
 * Returns the limits to show inputs for. A limit that was needed once is shown as long as it has a value, so that its
 * input does not vanish while the user types in it.
 */
export function useLimits(needs: readonly string[]): string[] {
  const asked = useRef(new Set<string>()).current;
  const missing = needs.filter((name) => name.startsWith('limits.')).map((name) => name.slice(7));
  for (const name of missing) asked.add(name);
  return [...asked].filter((name) => missing.includes(name) || limits.value[name] !== undefined);
}
