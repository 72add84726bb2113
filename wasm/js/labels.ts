// What a form calls its fields, in the messages about them.

import { dotted, pointerOf } from './pointer.js';

/** What fields are called, by their names as forms have them; `variants[].sku` is that of each variant. */
export interface Labels {
  readonly [field: string]: string | undefined;
}

interface Worded {
  diagnostics: { path: string; message: string }[];
}

/** A field of any element: `variants..sku`. */
const ofAny = (name: string): string => name.replaceAll(/\.\d+(?=\.|$)/g, '.');

/** The report with the labels in the place of what the messages call the fields. */
export function labelled<R extends Worded>(report: R, labels: Labels): R {
  const given = Object.entries(labels).filter(([, label]) => typeof label === 'string') as [string, string][];
  const byName = new Map(given.map(([field, label]) => [dotted(pointerOf(field)), label]));
  /** Messages call a field by its whole name, or by the end of it that they are about. */
  const labelOf = (written: string, path: string): string | undefined => {
    const name = dotted(pointerOf(written));
    const exact = byName.get(name) ?? byName.get(ofAny(name));
    if (exact !== undefined) return exact;
    const own = dotted(path);
    if (own.endsWith(`.${name}`)) return byName.get(own) ?? byName.get(ofAny(own));
    const ends = [...byName].filter(([field]) => field.endsWith(`.${name}`));
    return ends.length === 1 ? ends[0]?.[1] : undefined;
  };
  const diagnostics = report.diagnostics.map((diagnostic) => ({
    ...diagnostic,
    message: diagnostic.message.replaceAll(/`([^`]+)`/g, (same, name) => labelOf(name, diagnostic.path) ?? same),
  }));
  return { ...report, diagnostics };
}
