// Replaces field names in messages by the labels of a form.

import { dotted, pointerOf } from './pointer.js';
import { withUrl } from './rule-url.js';

/** Labels by form field name; `variants[].sku` applies to each variant. */
export interface FieldLabels {
  readonly [field: string]: string | undefined;
}

interface Worded {
  diagnostics: { code: string; path: string; message: string }[];
}

/** Removes indexes from a field name: `variants.0.sku` becomes `variants..sku`, the key for `variants[].sku`. */
const ofAny = (name: string): string => name.replaceAll(/\.\d+(?=\.|$)/g, '.');

/** Returns the report with labels in place of field names in the messages. */
export function applyLabels<R extends Worded>(report: R, labels: FieldLabels): R {
  const given = Object.entries(labels).filter(([, label]) => typeof label === 'string') as [string, string][];
  const byName = new Map(given.map(([field, label]) => [dotted(pointerOf(field)), label]));
  /**
   * Returns the label of the field that a message names: by its full name, or by the last part of it. `path` is that of
   * the diagnostic.
   */
  const labelOf = (written: string, path: string): string | undefined => {
    const name = dotted(pointerOf(written));
    const exact = byName.get(name) ?? byName.get(ofAny(name));
    if (exact !== undefined) return exact;
    const own = dotted(path);
    if (own.endsWith(`.${name}`)) return byName.get(own) ?? byName.get(ofAny(own));
    const ends = [...byName].filter(([field]) => field.endsWith(`.${name}`));
    return ends.length === 1 ? ends[0]?.[1] : undefined;
  };
  const diagnostics = report.diagnostics.map((diagnostic) =>
    withUrl({
      ...diagnostic,
      message: diagnostic.message.replaceAll(/`([^`]+)`/g, (same, name) => labelOf(name, diagnostic.path) ?? same),
    }),
  );
  return { ...report, diagnostics };
}
