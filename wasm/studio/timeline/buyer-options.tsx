// Shows the options of a purchase.

import { t } from '../language/language.js';
import { buyer, commit } from '../state/history.js';

export function set(name: string, given: unknown): void {
  const { [name]: _, ...others } = buyer.value;
  const next = given === undefined ? others : { ...others, [name]: given };
  commit({ buyer: next }, `buyer ${name}`);
}

/** Parses a number; other text is returned unchanged, so that the module rejects it. */
function parseNumber(typed: string): string | number | undefined {
  if (typed.trim() === '') return undefined;
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

/** Returns an option's value as text, or `undefined` if it is not set. */
export function optionText(name: string): string | undefined {
  const given = buyer.value[name];
  return given === undefined ? undefined : String(given);
}

export function Choice({ name, label, options }: { name: string; label: string; options: readonly string[] }) {
  return (
    <div class="field">
      <label for={`buyer-${name}`}>{label}</label>
      <select
        id={`buyer-${name}`}
        value={optionText(name) ?? options[0]}
        onChange={({ currentTarget }) =>
          set(name, currentTarget.value === options[0] ? undefined : currentTarget.value)
        }
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {t(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

export function NumberOption({ name, label, preset }: { name: string; label: string; preset?: string }) {
  return (
    <div class="field">
      <label for={`buyer-${name}`}>{label}</label>
      <input
        id={`buyer-${name}`}
        inputMode="numeric"
        value={optionText(name) ?? ''}
        placeholder={preset}
        onInput={({ currentTarget }) => set(name, parseNumber(currentTarget.value))}
      />
    </div>
  );
}
