// Inputs of the configurable limits.

import { useRef } from 'preact/hooks';
import { Input } from '../controls/elements.js';
import { t } from '../language/language.js';
import { commit, options } from '../state/history.js';
import { limits, limitsOf } from '../state/report.js';

/** Configurable limits with their defaults, which build.ts inserts as JSON. */
const LIMITS: { readonly [name: string]: number | null } = JSON.parse(__LIMITS__);

export const LIMIT_NAMES = Object.keys(LIMITS);

function setLimit(name: string, typed: string): void {
  const number = typed.trim() === '' ? undefined : Number(typed);
  const limits = { ...limitsOf(options.value), [name]: Number.isNaN(number) ? typed : number };
  if (number === undefined) delete limits[name];
  commit({ options: { ...options.value, limits } }, `limit ${name}`);
}

export const Limit = ({ name, place }: { name: string; place: string }) => (
  <Input
    look="limit"
    id={`${place}-${name}`}
    label={t(`limit-${name}`)}
    inputMode="numeric"
    size={5}
    value={String(limitsOf(options.value)[name] ?? '')}
    edit={(typed) => setLimit(name, typed)}
    placeholder={String(LIMITS[name] ?? '')}
  />
);

/**
 * Inputs for the limits among the missing options. A limit that was missing once is shown as long as it has a value, so
 * that its input does not vanish while the user types in it.
 */
export function Limits({ needs, place, look }: { needs: readonly string[]; place: string; look?: 'needs' }) {
  const asked = useRef(new Set<string>()).current;
  const missing = needs.filter((name) => name.startsWith('limits.')).map((name) => name.slice(7));
  for (const name of missing) asked.add(name);
  const shown = [...asked].filter((name) => missing.includes(name) || limits.value[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <div class={look}>
      {shown.map((name) => (
        <Limit key={name} name={name} place={place} />
      ))}
    </div>
  );
}
