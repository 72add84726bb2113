// The controls of the product's fields, and what they show of a value and make of what is typed.
// A value of another type is shown and kept as it is: it is the package that judges it.

import { jsonSchema } from './rules.js';
import { idOf, make } from './dom.js';
import { get, names, parsed } from './value.js';

const SCHEMA = jsonSchema();

/** What the schema says of a field: its description and examples. */
function described(path) {
  let found = SCHEMA;
  for (const name of names(path)) {
    found = found?.properties?.[name] ?? found?.items ?? Object.values(found?.patternProperties ?? {})[0];
  }
  const examples = found?.examples ?? [];
  const shown = examples.map((one) => (Array.isArray(one) ? one.join(', ') : one)).join(examples.some(Array.isArray) ? '; ' : ', ');
  return [found?.description, shown && `For example ${shown}.`].filter(Boolean).join(' ');
}

/** The number that a text is, with the zeros before it left out; else the text. */
const asNumber = (text) => (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parsed(text.replace(/^(-?)0+(?=\d)/, '$1')) : text);
const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

const TYPES = {
  text: { show: asText, read: (text) => text },
  number: { show: asText, read: asNumber },
  ids: {
    show: (value) => (Array.isArray(value) ? value.map((one) => JSON.stringify(one)).join(', ') : JSON.stringify(value)),
    read: (text) => text.split(/[\s,]+/).filter(Boolean).map(asNumber),
  },
  flag: { show: JSON.stringify, read: (text) => JSON.parse(text) },
};

/** A control with its label, its hint and the place for its problems. */
export function field({ path, label, type = 'text', long = false, hint: said = described(path) }) {
  const control =
    type === 'flag'
      ? make('select', {}, new Option('Not set', ''), new Option('Yes (true)', 'true'), new Option('No (false)', 'false'))
      : make(long ? 'textarea' : 'input', { spellcheck: long, ...(long ? { rows: 2 } : { type: 'text' }) });
  if (type === 'number') control.inputMode = 'numeric';
  control.dataset.type = type;
  control.dataset.label = label;
  const hint = make('p', { className: 'hint', textContent: said });
  const caption = make('label', { textContent: label });
  const element = make('div', { className: 'field' }, caption, hint, control, make('ul', { className: 'problems' }));
  rename(element, path);
  return element;
}

/** Gives a control made by `field` its path: that of a locale changes while it is typed. */
export function rename(element, path) {
  const control = element.querySelector('input, select, textarea');
  const id = idOf(path);
  if (control.name === path && control.id === id) return;
  control.name = path;
  control.id = id;
  element.querySelector('label').htmlFor = id;
  element.querySelector('.hint').id = `${id}-hint`;
  control.dataset.hint = `${id}-hint`;
}

/** What the control says; `undefined` for nothing. */
export function read(control) {
  const { type } = control.dataset;
  const text = type === 'text' ? control.value : control.value.trim();
  return text === '' ? undefined : TYPES[type].read(text);
}

/** Shows what the product has. What is being typed stays as it is typed, where it means the same. */
export function show(control, product) {
  const value = get(product, control.name);
  if (control === document.activeElement && JSON.stringify(read(control)) === JSON.stringify(value)) return;
  const text = value === undefined ? '' : TYPES[control.dataset.type].show(value);
  if (control.dataset.type === 'flag') {
    const known = [...control.options].some((option) => option.value === text);
    if (!known) control.add(new Option(text, text));
  }
  if (control.value !== text) control.value = text;
}
