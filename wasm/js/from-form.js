// What a form gives, as the values that the interface expects.

import { FIELDS } from './fields.js';
import { names, pointerOf } from './pointer.js';

/**
 * The product of a form's values or `FormData`: numbers and switches that are texts become what they
 * are by the table of fields, and what is empty is absent. What cannot be read stays, to be reported.
 */
export function fromForm(values) {
  const given = isFormData(values) ? nested(values) : values;
  return converted(given, FIELDS) ?? {};
}

const isFormData = (values) => Object.prototype.toString.call(values) === '[object FormData]';
const isObject = (value) => typeof value === 'object' && value !== null;
const isEmpty = (value) => value === undefined || value === null || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '');

/** A member of the object’s own, whatever its name. */
const put = (object, name, value) => Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });

/** The values of a form by the names of its controls. A name that stands twice is a list. */
function nested(data) {
  const root = {};
  for (const field of new Set(data.keys())) {
    const all = data.getAll(field);
    const path = names(pointerOf(field));
    const last = path.pop();
    let at = root;
    for (const name of path) {
      if (!Object.hasOwn(at, name) || !isObject(at[name])) put(at, name, {});
      at = at[name];
    }
    put(at, last, all.length > 1 || field.endsWith('[]') ? all : all[0]);
  }
  return root;
}

function converted(value, kind) {
  if (isEmpty(value)) return undefined;
  if (kind === 'integer') return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (kind === 'boolean') return switches.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? value;
  if (kind?.items !== undefined) return list(value, kind.items);
  if (kind?.fields === undefined && kind?.others === undefined) return value;
  if (!isObject(value) || Array.isArray(value)) return value;
  const object = {};
  for (const [name, member] of Object.entries(value)) {
    const made = converted(member, kind.others ?? (Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined));
    if (made !== undefined) put(object, name, made);
  }
  return Object.keys(object).length > 0 ? object : undefined;
}

const switches = /* @__PURE__ */ new Map([['on', true], ['true', true], ['off', false], ['false', false]]);

/** Lists: of the table's objects each keeps its place, an empty id is none. Ids may be one text. */
function list(value, kind) {
  const parts = typeof value === 'string' && kind === 'integer' ? value.split(/[\s,;]+/) : isObject(value) ? Object.values(value) : undefined;
  if (parts === undefined || parts.length === 0) return value;
  const made = parts.map((part) => converted(part, kind) ?? (typeof kind === 'object' ? {} : undefined));
  const held = made.filter((part) => part !== undefined);
  return held.length > 0 ? held : undefined;
}
