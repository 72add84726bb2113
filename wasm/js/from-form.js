// What a form gives, as the values that the interface expects.

import { FIELDS } from './fields.js';
import { names, pointerOf } from './pointer.js';

/**
 * The product of a form's values, `FormData` or `URLSearchParams`: numbers and switches that are texts become what they
 * are by the table of fields, and what is empty is absent. What cannot be read stays, to be reported.
 */
export function fromForm(values) {
  const given = isFormData(values) ? nested(values) : values;
  return converted(given, FIELDS) ?? {};
}

const isFormData = (values) => /^\[object (FormData|URLSearchParams)\]$/.test(Object.prototype.toString.call(values));
const isObject = (value) => typeof value === 'object' && value !== null;
const isEmpty = (value) => value === undefined || value === null || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '');

/** A member of the object’s own, whatever its name. */
const put = (object, name, value) => Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });

/** The values of a form by the names of its controls. A name that stands twice is a list. */
function nested(data) {
  const fields = new Map();
  data.forEach((value, field) => {
    if (!fields.has(field)) fields.set(field, []);
    fields.get(field).push(value);
  });
  const root = {};
  for (const [field, all] of fields) {
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

/** What a value stands for; an object that holds nothing is absent unless it belongs to an element of a list, which keeps its shape. */
function converted(value, kind, isKept) {
  if (isEmpty(value)) return undefined;
  if (kind === 'integer') return number(value);
  if (kind === 'boolean') return isOn(value);
  if (kind?.items !== undefined) return list(value, kind.items);
  if (kind?.fields === undefined && kind?.others === undefined) return value;
  if (!isObject(value) || Array.isArray(value)) return value;
  const object = {};
  for (const [name, member] of Object.entries(value)) {
    const made = converted(member, kind.others ?? (Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined), isKept);
    if (made !== undefined) put(object, name, made);
  }
  return isKept || Object.keys(object).length > 0 ? object : undefined;
}

/** A number that is written out. A fraction that rounds to a whole number, or a number too large to be one, stays a text. */
function number(value) {
  const written = typeof value === 'string' ? /^-?\d+(?:\.0+|(\.\d+))?$/.exec(value.trim()) : null;
  const read = Number(value);
  return written !== null && Number.isFinite(read) && Number.isInteger(read) === (written[1] === undefined) ? read : value;
}

/** A switch. Some forms send what it is when off as well, from a hidden control of the same name. */
function isOn(value) {
  const parts = [value].flat();
  const areSwitches = parts.length > 0 && parts.every((part) => typeof part === 'string' && /^\s*(on|off|true|false)\s*$/i.test(part));
  return areSwitches ? /on|true/i.test(parts.join()) : value;
}

/** Lists: of the table's objects each keeps its place, an empty id is none. Ids may be one text. */
function list(value, kind) {
  const parts = typeof value === 'string' && kind === 'integer' ? value.split(/[\s,;]+/) : Array.isArray(value) ? Array.from(value) : isObject(value) ? Object.values(value) : undefined;
  if (parts === undefined || parts.length === 0) return value;
  const made = parts.map((part) => converted(part, kind, true) ?? (typeof kind === 'object' ? {} : undefined));
  const held = made.filter((part) => part !== undefined);
  return held.length > 0 ? held : undefined;
}
