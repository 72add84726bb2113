// Helpers for forms, independent of their design.

import { add } from './lists.js';
import type { CatalogueReport, Diagnostic, Report, Severity } from './model.js';
import { dotted, parentOf, pointerOf } from './pointer.js';
import type { Dom } from './start.js';
import { valid, validReport, withDefaults } from './valid.js';
import { labelEntries } from './wording.js';

/** Options that select diagnostics. */
export interface DiagnosticFilter {
  /** Severities to include. */
  severities?: readonly Severity[] | undefined;
}

const ERRORS: readonly Severity[] = ['error'];
const ALL: readonly Severity[] = ['error', 'warning', 'info'];

/** Returns the diagnostics with these severities; throws if a severity is unknown, or if `report` is no report. */
function filterBySeverity(report: Report | CatalogueReport, severities: readonly Severity[]): Diagnostic[] {
  const isKnown = () => severities.every((severity) => ALL.includes(severity)) || undefined;
  valid('severities', 'a list of `error`, `warning`, `info`', isKnown, 'invalid');
  return validReport(() => {
    const { diagnostics } = report;
    const isRead = diagnostics.every(({ path, message }) => typeof path === 'string' && typeof message === 'string');
    return isRead ? diagnostics.filter(({ severity }) => severities.includes(severity)) : undefined;
  });
}

/**
 * Groups the diagnostics of a report by form field, such as `variants.0.sku`; those about the whole product
 * are under `''`. All severities by default.
 *
 * @example
 * ```js
 * import { check, diagnosticsByField } from 'renewal-rules';
 *
 * const fields = diagnosticsByField(check({ name: '' }), { severities: ['warning'] });
 * console.log(Object.keys(fields)); // [ 'name' ]
 * ```
 */
export function diagnosticsByField(
  report: Report | CatalogueReport,
  options: DiagnosticFilter = {},
): { [field: string]: Diagnostic[] } {
  const { severities } = withDefaults(options, { severities: ALL });
  const fields = new Map<string, Diagnostic[]>();
  for (const diagnostic of filterBySeverity(report, severities)) add(fields, dotted(diagnostic.path), diagnostic);
  // No prototype, so that a field can have any name.
  return Object.assign(Object.create(null), Object.fromEntries(fields));
}

/** An error summary in the GOV.UK pattern. */
export interface ErrorSummary {
  titleText: string;
  errorList: { text: string; href: string }[];
}

/** Options of an error summary. */
export interface SummaryOptions extends DiagnosticFilter {
  /** Heading of the summary. */
  titleText?: string | undefined;
  /** Returns the id of the control for a diagnostic's path; by default, the field name, such as `variants.0.sku`. */
  idOf?: ((path: string) => string) | undefined;
}

/**
 * Returns the errors of a report as an error summary: one link for each, to its field.
 *
 * @param labels Labels of the form's fields, which precede the message. An error within a field has the label of the
 *   nearest enclosing field that has one, and links to it.
 * @example
 * ```js
 * import { check, errorSummary } from 'renewal-rules';
 *
 * const { errorList } = errorSummary(check({ licence_term: 'P1W' }), { licence_term: 'Licence term' });
 * console.log(errorList[0].href); // #licence_term
 * ```
 */
export function errorSummary(
  report: Report,
  labels: { readonly [field: string]: string | undefined } = {},
  options: SummaryOptions = {},
): ErrorSummary {
  const defaults = { titleText: 'There is a problem', idOf: dotted, severities: ERRORS };
  const { titleText, idOf, severities } = withDefaults(options, defaults);
  const given = new Map(labelEntries(labels).map(([field, label]) => [pointerOf(field), label]));
  const errorList = filterBySeverity(report, severities).map(({ path, message }) => {
    const place = nearest(given, path);
    // Link to the labelled field, which has a control; fields within it often have none.
    return place === undefined
      ? { text: message, href: `#${idOf(path)}` }
      : { text: `${given.get(place)}: ${message}`, href: `#${idOf(place)}` };
  });
  return { titleText, errorList };
}

/**
 * Returns the path if `held` has it, otherwise its nearest ancestor in `held`, without the root; `undefined` if there
 * is none.
 */
function nearest(held: ReadonlyMap<string, unknown>, path: string): string | undefined {
  let at = path;
  while (!held.has(at)) {
    at = parentOf(at);
    if (at === '') return undefined;
  }
  return at;
}

type Form = Dom<'HTMLFormElement'>;
type Control = HTMLInputElement;

/** Returns whether a browser can show the message of a control: not if it is hidden, disabled or not validated. */
const canShow = (control: Control): boolean =>
  control.willValidate !== false &&
  !['submit', 'reset', 'button'].includes(control.type) &&
  control.closest('[inert]') === null &&
  // Older browsers lack `checkVisibility`; a control outside of a document is not rendered yet.
  (!control.isConnected || control.checkVisibility?.({ visibilityProperty: true }) !== false);

// State of the last call of `applyToForm`, for the next one.
/** Id that was added to the control's `aria-describedby`. */
const described = /* @__PURE__ */ new WeakMap<Control, string>();
/** Element that contains the control's message. */
const places = /* @__PURE__ */ new WeakMap<Control, Element>();
/** Control whose message is shown, by the element that contains the message. */
const owners = /* @__PURE__ */ new WeakMap<Element, Control>();
/** Controls that the form had at the last call. */
const known = /* @__PURE__ */ new WeakMap<object, Set<Control>>();

/** Replaces the id that an earlier call added to a control's `aria-describedby`; an empty `id` only removes it. */
function describe(control: Control, id: string): void {
  const had = described.get(control) ?? '';
  if (had === '' && id === '') return;
  const all = (control.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean);
  const ids = all.filter((reference) => reference === id || reference !== had);
  if (had !== id) described.delete(control);
  // Record the id only if it is added here, so that an id that the page itself lists is never removed.
  if (id !== '' && !ids.includes(id)) {
    ids.push(id);
    described.set(control, id);
  }
  if (ids.join(' ') === all.join(' ')) return;
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}

/** Writes the message of a control into an element, and clears the element that had the message before. */
function write(control: Control, place: Element | null, text: string): void {
  const had = places.get(control);
  if (had !== undefined && had !== place && owners.get(had) === control) had.textContent = '';
  if (place === null) {
    places.delete(control);
    return;
  }
  place.textContent = text;
  places.set(control, place);
  owners.set(place, control);
}

/** Options for showing errors on a form. */
export interface FormErrorOptions extends DiagnosticFilter {
  /** Returns the id of a control's message element; `NAME-error` by default. */
  messageId?: ((name: string) => string) | undefined;
  /** Returns the name of the field that a control is for; by default, the control's `name`. */
  nameOf?: ((control: Dom<'Element'>) => string) | undefined;
}

/** Groups the controls of a form by field. */
function controlsOf(elements: readonly Control[], nameOf: (control: Control) => string): Map<string, Control[]> {
  const controls = new Map<string, Control[]>();
  for (const control of elements) {
    const name = nameOf(control);
    if (name && typeof control.setCustomValidity === 'function') add(controls, pointerOf(name), control);
  }
  return controls;
}

const joined = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(({ message }) => message).join('\n');

/**
 * Sets the validation message of a control to its errors, and writes all of its diagnostics into its message element, if
 * the page has one.
 */
function show(control: Control, found: readonly Diagnostic[], id: string): void {
  // Other severities do not prevent submission.
  const errors = joined(found.filter(({ severity }) => severity === 'error'));
  control.setCustomValidity(errors);
  if (errors === '') control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
  const place = control.ownerDocument.getElementById(id);
  const text = joined(found);
  describe(control, place === null || text === '' ? '' : id);
  write(control, place, text);
}

/** Clears the messages of controls that are no longer in the form. */
function leave(form: Form, elements: readonly Control[]): void {
  const present = new Set(elements);
  for (const control of known.get(form) ?? []) if (!present.has(control)) write(control, null, '');
  known.set(form, present);
}

/**
 * Shows the errors of a report on the controls of a form, which are found by field name, and clears the errors that the
 * last call showed. Sets `setCustomValidity`, `aria-invalid`, `aria-describedby` and, if the page has it, the text of
 * the message element. An error without a control is shown at the nearest enclosing field. Diagnostics of other
 * severities are ignored, unless `severities` lists them: then they are written into the message element.
 *
 * @returns The errors that no control can show: there is no control, or it is hidden, disabled, read-only or not a form
 * field, such as a fieldset or a button.
 * @example
 * ```js
 * import { applyToForm, check, productFromForm } from 'renewal-rules';
 *
 * export const show = (form) => applyToForm(form, check(productFromForm(new FormData(form))));
 * ```
 */
export function applyToForm(form: Form, report: Report, options: FormErrorOptions = {}): Diagnostic[] {
  const { messageId, nameOf, severities } = withDefaults(options, {
    messageId: (name: string) => `${name}-error`,
    nameOf: (control: Control) => control.name,
    severities: ERRORS,
  });
  const elements = valid('form', 'a form', () => [...(form.elements as Iterable<Control>)]);
  const controls = controlsOf(elements, nameOf);
  const shown = new Map<string, Diagnostic[]>();
  const rest: Diagnostic[] = [];
  for (const diagnostic of filterBySeverity(report, severities)) {
    const field = nearest(controls, diagnostic.path);
    if (field === undefined || !controls.get(field)?.some(canShow)) rest.push(diagnostic);
    if (field !== undefined) add(shown, field, diagnostic);
  }
  for (const [field, same] of controls) {
    const found = shown.get(field) ?? [];
    for (const control of same) show(control, found, messageId(nameOf(control)));
  }
  leave(form, elements);
  return rest;
}
