// The fields that a form has, and which of them an error is shown at.

import { type Entries, isEntries } from './from-form.js';
import { around, pointer, pointerOf } from './pointer.js';

const isList = (value: unknown): value is object =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

/** What in values is no object or list, or an empty one. */
function leaves(values: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const rest: [path: string, value: unknown][] = [['', values]];
  for (const [path, value] of rest) {
    const members = isList(value) && !seen.has(value) ? Object.entries(value) : [];
    if (members.length === 0 && path !== '') found.push(path);
    if (members.length > 0) seen.add(value);
    for (const [name, member] of members) rest.push([path + pointer([name]), member]);
  }
  return found;
}

/** The names of form data. */
function entries(data: Entries): string[] {
  const found: string[] = [];
  data.forEach((_, name) => {
    found.push(pointerOf(name));
  });
  return found;
}

/** The fields that a form's values hold. */
export function held(values: unknown): string[] {
  try {
    return isEntries(values) ? entries(values) : leaves(values);
  } catch {
    // What cannot be read holds no field.
    return [];
  }
}

/** Where an error is shown: at its own field, else the nearest of the fields, by how much of the path they share. */
export function folding(fields: readonly string[]): (path: string) => string {
  const nearest = new Map(fields.map((field) => [field, field]));
  for (const field of fields) {
    for (let at = field; at !== ''; ) {
      at = around(at);
      if (nearest.has(at)) break;
      nearest.set(at, field);
    }
  }
  return (path) => {
    for (let at = path; at !== ''; at = around(at)) {
      const field = nearest.get(at);
      if (field !== undefined) return field;
    }
    return nearest.get('') ?? path;
  };
}
