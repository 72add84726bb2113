// The wording of reports: their language, and the labels of fields.

import { isOptions } from './encode.js';
import { OptionsError } from './errors.js';
import { withUrl } from './flat.js';
import type { Diagnostic, Messages } from './model.js';
import { dotted, pointerOf } from './pointer.js';
import { orElse } from './result.js';
import { MISTAKES, TEMPLATES } from './templates.js';
import { valid, validReport } from './valid.js';

/** Labels by form field name; `variants[].sku` applies to each variant. */
export interface FieldLabels {
  readonly [field: string]: string | undefined;
}

/** Options for the wording of reports. */
export interface Wording {
  /**
   * Message table, such as `renewal-rules/messages/ru`; by default that of `setMessages`, or English. A message that the
   * table lacks stays English. A call throws if the table has an unknown message, or one with other placeholders than
   * in English.
   */
  messages?: Messages | undefined;
  /** Labels of fields in messages, by name: `{ 'variants[].sku': 'Article' }`. */
  labels?: FieldLabels | undefined;
}

/** Layout of the products in a text; by default, it is detected from the text. */
export interface LayoutOption {
  layout?: 'array' | 'lines' | undefined;
}

/** Matches a placeholder: its name, and the plural forms or choices after it. */
const PLACEHOLDER = /\{([^|}]*)(?:\|([^}]*))?\}/g;

type Param = string | number | readonly string[];
type Templates = { readonly [code: string]: { readonly [messageId: string]: string } };

/** Returns an own member, so that a name from the input cannot reach the prototype. */
const ownMember = <Member>(object: { readonly [name: string]: Member }, name: string): Member | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Returns the names of a template's placeholders in the format of `TEMPLATES`: sorted, without repetition. */
const placeholders = (template: string): string =>
  [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name]) => name))].sort().join(', ');

function rejectTable(mistake: keyof typeof MISTAKES, code = '', id = '', names = ''): never {
  const params = { code, id, placeholders: names };
  const message = MISTAKES[mistake].replace(PLACEHOLDER, (_, name: keyof typeof params) => params[name]);
  throw new OptionsError('invalid-messages', message, 'messages');
}

/** Returns the members of an object in a message table; throws if it is not an object. */
const members = (table: unknown): [name: string, member: unknown][] =>
  isOptions(table) ? Object.entries(table) : rejectTable('notATable');

/** Validates a template; throws if its message does not exist in English or has other placeholders there. */
function validTemplate(code: string, id: string, template: unknown): string {
  if (typeof template !== 'string') rejectTable('notATable');
  const names = ownMember(ownMember<Templates[string]>(TEMPLATES, code) ?? {}, id);
  if (names === undefined) rejectTable('unknown', code, id);
  const isBlank = template.trim() === '';
  if (!isBlank && placeholders(template) !== names)
    rejectTable(names ? 'placeholders' : 'noPlaceholders', code, id, names);
  return isBlank ? '' : template;
}

/** A validated copy of a message table. The keys of `templates` consist of a code, a space and a message id. */
interface Table {
  readonly messages: Messages;
  readonly templates: ReadonlyMap<string, string>;
}

/**
 * Validates and copies a message table; throws if it has an unknown message, or one with other placeholders than in
 * English.
 */
export function parseTable(messages: Messages): Table {
  // A value that cannot be converted to JSON is not a table: `members` throws.
  const table = orElse((): unknown => isOptions(messages) && JSON.parse(JSON.stringify(messages)), undefined);
  const all = members(table).flatMap(([code, templates]) =>
    members(templates).map(([id, template]) => [`${code} ${id}`, validTemplate(code, id, template)] as const),
  );
  // A blank template stands for a message that is not translated yet.
  return { messages: table as Messages, templates: new Map(all.filter(([, template]) => template !== '')) };
}

/**
 * Selects the plural form for a number. Of two forms, the first is for 1, the second for all other numbers; three forms
 * follow the Slavic plural rules.
 */
function pluralForm(number: number, forms: readonly string[]): string {
  const slavic = number % 10 === 1 ? 0 : number % 10 >= 2 && number % 10 <= 4 ? 1 : 2;
  const isTeen = number % 100 >= 11 && number % 100 <= 14;
  const index = forms.length < 3 ? Number(number !== 1) : isTeen ? 2 : slavic;
  return forms[index] ?? '';
}

/**
 * Returns the text of the choice for a param, such as the part of `online:with online payment methods` after the colon.
 */
function choose(param: Param | undefined, choices: readonly string[]): string {
  const texts = new Map(choices.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]));
  return texts.get(typeof param === 'string' ? param : '') ?? texts.get('other') ?? '';
}

/** Returns the text that replaces a placeholder. */
function replacementOf(param: Param | undefined, after: string | undefined): string {
  const forms = after?.split('|') ?? [];
  const choices = forms.filter((text) => text.includes(':'));
  if (choices.length > 0) return choose(param, choices);
  if (param === undefined) return '';
  if (typeof param === 'number' && forms.length > 1) return pluralForm(param, forms);
  const value = Array.isArray(param) ? param.map((name) => `\`${name}\``).join(', ') : String(param);
  return (after ?? '#').replace('#', () => value);
}

/** Fills the placeholders of a template. */
const fill = (template: string, params: { readonly [name: string]: Param }): string =>
  template.replace(PLACEHOLDER, (_, name: string, after?: string) => replacementOf(ownMember(params, name), after));

/**
 * Returns a report in another language. A message that the table lacks is unchanged. Translated messages have the names
 * of fields, not their labels.
 *
 * @throws {@link OptionsError} if the table has an unknown message, or one with other placeholders than in English, or
 * if `report` is not a report.
 * @example
 * ```js
 * import { check, translate } from 'renewal-rules';
 * import ru from 'renewal-rules/messages/ru';
 *
 * console.log(translate(check([]), ru).diagnostics[0].message); // Продукт должен быть объектом, а здесь список. …
 * ```
 */
export const translate = <R extends Worded>(report: R, messages: Messages): R =>
  applyTable(report, parseTable(messages));

interface Worded {
  diagnostics: Diagnostic[];
}

/** Returns a copy of a report with other messages. */
const reword = <R extends Worded>(report: R, messageOf: (diagnostic: Diagnostic) => string): R => ({
  ...report,
  diagnostics: report.diagnostics.map((diagnostic) => withUrl({ ...diagnostic, message: messageOf(diagnostic) })),
});

/** Like `translate`, with a validated table. */
function applyTable<R extends Worded>(report: R, { templates }: Table): R {
  return validReport(() =>
    reword(report, ({ code, messageId, message, params }) => {
      if (typeof code !== 'string' || typeof messageId !== 'string') throw messageId;
      const template = templates.get(`${code} ${messageId}`);
      return template === undefined ? message : fill(template, params);
    }),
  );
}

/** The table set by `setMessages`. */
let table: Table | undefined;

/**
 * Sets the messages of the diagnostics of all later calls that have no option `messages`; `undefined` sets the English
 * ones. A program that loads the package with both `import` and `require` has two copies of it, each with its own.
 *
 * @throws {@link OptionsError} if the table has an unknown message, or one with other placeholders than in English.
 * @example
 * ```js
 * import { check, setMessages } from 'renewal-rules';
 * import ru from 'renewal-rules/messages/ru';
 *
 * setMessages(ru);
 * console.log(check([]).diagnostics[0].message); // Продукт должен быть объектом, а здесь список. …
 * setMessages(undefined);
 * ```
 */
export function setMessages(messages: Messages | undefined): void {
  table = messages === undefined ? undefined : parseTable(messages);
}

/** Removes indexes from a field name: `variants.0.sku` becomes `variants..sku`, the key for `variants[].sku`. */
const withoutIndexes = (name: string): string => name.replaceAll(/\.\d+(?=\.|$)/g, '.');

/** Returns the labels that are set, with their fields; throws if `labels` is no object of texts. */
export const labelEntries = (labels: FieldLabels, kind?: 'invalid'): [field: string, label: string][] =>
  valid(
    'labels',
    'an object of texts',
    () => {
      const set = Object.entries(labels).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return isOptions(labels) && set.every(([, label]) => typeof label === 'string') ? set : undefined;
    },
    kind,
  );

/** Params that contain texts of the input, or pointers to its fields. */
const INPUT_PARAMS = ['name', 'text', 'shown'];

/** Returns the texts of the input that a message quotes, which are not names of fields even if they look like one. */
const inputTexts = (params: Diagnostic['params']): string[] =>
  INPUT_PARAMS.flatMap((name) => ownMember<unknown>(params, name) ?? [])
    .filter((text) => typeof text === 'string')
    .filter((text) => !text.startsWith('/'));

/** Returns the report with labels in place of field names in the messages. */
function applyLabels<R extends Worded>(report: R, labels: FieldLabels): R {
  const byName = new Map(labelEntries(labels, 'invalid').map(([field, label]) => [dotted(pointerOf(field)), label]));
  /**
   * Returns the label of the field that a message names: by its full name, or by the last part of it. `path` is that of
   * the diagnostic.
   */
  const labelOf = (written: string, path: string): string | undefined => {
    const name = dotted(pointerOf(written));
    const exact = byName.get(name) ?? byName.get(withoutIndexes(name));
    if (exact !== undefined) return exact;
    const own = dotted(path);
    if (own.endsWith(`.${name}`)) return byName.get(own) ?? byName.get(withoutIndexes(own));
    const ends = [...byName].filter(([field]) => field.endsWith(`.${name}`));
    return ends.length === 1 ? ends[0]?.[1] : undefined;
  };
  const labelled = (message: string, path: string, [input, ...others]: readonly string[]): string =>
    input === undefined
      ? message.replaceAll(/`([^`]+)`/g, (same, name) => labelOf(name, path) ?? same)
      : message
          .split(`\`${input}\``)
          .map((part) => labelled(part, path, others))
          .join(`\`${input}\``);
  return reword(report, ({ message, path, params }) => labelled(message, path, inputTexts(params)));
}

/**
 * Returns a report with other wording: its messages from the table `messages`, by default that of `setMessages`, and
 * with `labels` in place of field names.
 */
export function applyWording<R extends Worded>(report: R, { messages, labels }: Wording): R {
  const used = messages === undefined ? table : parseTable(messages);
  const inLanguage = used === undefined ? report : applyTable(report, used);
  return labels === undefined ? inLanguage : applyLabels(inLanguage, labels);
}
