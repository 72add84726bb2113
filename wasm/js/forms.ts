// Help for forms, without a view of how they look.

import type { Dom } from './dom.js';
import { add, members } from './lists.js';
import type { CatalogueReport, Diagnostic, Report, Severity } from './model.js';
import { around, dotted, pointerOf } from './pointer.js';

/** Which diagnostics are wanted. */
export interface Severities {
  /** Their severities. */
  severities?: readonly Severity[] | undefined;
}

const ERRORS: readonly Severity[] = ['error'];
const ALL: readonly Severity[] = ['error', 'warning', 'info'];

const ofSeverities = (report: Report | CatalogueReport, severities: readonly Severity[]): Diagnostic[] =>
  report.diagnostics.filter(({ severity }) => severities.includes(severity));

/** The diagnostics of a report by field, as forms name it: `variants.0.sku`; those about the whole under `''`. All severities by default. */
export function diagnosticsByField(
  report: Report | CatalogueReport,
  { severities = ALL }: Severities = {},
): { [field: string]: Diagnostic[] } {
  const fields = new Map<string, Diagnostic[]>();
  for (const diagnostic of ofSeverities(report, severities)) add(fields, dotted(diagnostic.path), diagnostic);
  return members(fields);
}

/** The errors of a report by field, as forms name it: `variants.0.sku`; those about the whole under `''`. */
export const errorsByField = (report: Report | CatalogueReport): { [field: string]: Diagnostic[] } =>
  diagnosticsByField(report, { severities: ERRORS });

/** The error summary of the GOV.UK pattern. */
export interface ErrorSummary {
  titleText: string;
  errorList: { text: string; href: string }[];
}

/** How an error summary is made. */
export interface SummaryOptions extends Severities {
  /** The summary's heading. */
  titleText?: string | undefined;
  /** The id of the control for a path; the field's name by default. */
  idOf?: ((path: string) => string) | undefined;
}

/**
 * The errors of a report as an error summary: one link for each, to its field.
 * @param labels What the form calls its fields; put before the message. An error within a field has
 *   the label of the nearest field around it that has one, and leads there.
 */
export function errorSummary(
  report: Report,
  labels: { readonly [field: string]: string | undefined } = {},
  { titleText = 'There is a problem', idOf = dotted, severities = ERRORS }: SummaryOptions = {},
): ErrorSummary {
  const given = new Map<string, string>();
  for (const [field, label] of Object.entries(labels)) if (label !== undefined) given.set(pointerOf(field), label);
  const errorList = ofSeverities(report, severities).map(({ path, message }) => {
    const place = nearest(given, path);
    // What has a label has a control; an element of it often has none.
    return place === undefined
      ? { text: message, href: `#${idOf(path)}` }
      : { text: `${given.get(place)}: ${message}`, href: `#${idOf(place)}` };
  });
  return { titleText, errorList };
}

/** The place that is held, or else the nearest one around it; the whole stands for nothing but itself. */
function nearest(held: ReadonlyMap<string, unknown>, path: string): string | undefined {
  let at = path;
  while (!held.has(at)) {
    at = around(at);
    if (at === '') return undefined;
  }
  return at;
}

type Form = Dom<'HTMLFormElement'>;
type Control = HTMLInputElement;

/** Whether a browser shows the control's error: not that of what is hidden, disabled or not a field. */
const canShow = (control: Control): boolean =>
  control.willValidate !== false &&
  !['submit', 'reset', 'button'].includes(control.type) &&
  control.closest('[inert]') === null &&
  // Older browsers cannot tell; what is in no page yet is not rendered, though it will be.
  (!control.isConnected || control.checkVisibility?.({ visibilityProperty: true }) !== false);

// What the last report left behind.
/** By control, the id that was added to what describes it. */
const described = /* @__PURE__ */ new WeakMap<Control, string>();
/** By control, the element that its message was written into. */
const places = /* @__PURE__ */ new WeakMap<Control, Element>();
/** By such an element, the control whose message it has. */
const owners = /* @__PURE__ */ new WeakMap<Element, Control>();
/** By form, its controls. */
const known = /* @__PURE__ */ new WeakMap<object, Set<Control>>();

/** Adds the id of a message to what describes a control, in place of the one that was added before; none for ''. */
function describe(control: Control, id: string): void {
  const had = described.get(control) ?? '';
  if (had === '' && id === '') return;
  const all = (control.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean);
  const ids = all.filter((reference) => reference === id || reference !== had);
  if (had !== id) described.delete(control);
  // What the page itself names stays where it is.
  if (id !== '' && !ids.includes(id)) {
    ids.push(id);
    described.set(control, id);
  }
  if (ids.join(' ') === all.join(' ')) return;
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}

/** Writes a control's message; where that was elsewhere before, or the control is gone, nothing is left there. */
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

/** How errors are shown on a form. */
export interface ShowOptions extends Severities {
  /** The id of the element for the message of a control; `NAME-error` by default. */
  messageId?: ((name: string) => string) | undefined;
  /** The field of a control; its `name` by default. */
  nameOf?: ((control: Dom<'Element'>) => string) | undefined;
}

/** The controls of a form by their fields. */
function controlsOf(form: Form, nameOf: (control: Control) => string): Map<string, Control[]> {
  const controls = new Map<string, Control[]>();
  for (const control of form.elements as Iterable<Control>) {
    const name = nameOf(control);
    if (!name || typeof control.setCustomValidity !== 'function') continue;
    add(controls, pointerOf(name), control);
  }
  return controls;
}

const joined = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(({ message }) => message).join('\n');

/** Says to the browser what is wrong with a control; warnings keep no form from being sent. */
function mark(control: Control, found: readonly Diagnostic[]): void {
  const errors = joined(found.filter(({ severity }) => severity === 'error'));
  control.setCustomValidity(errors);
  if (errors === '') control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
}

/** Writes what is found with a control where the page has room for it. */
function tell(control: Control, id: string, text: string): void {
  const place = control.ownerDocument.getElementById(id);
  describe(control, place === null || text === '' ? '' : id);
  write(control, place, text);
}

/** Takes the messages back of controls that the form no longer has. */
function leave(form: Form): void {
  const present = new Set<Control>(form.elements as Iterable<Control>);
  for (const control of known.get(form) ?? []) if (!present.has(control)) write(control, null, '');
  known.set(form, present);
}

/**
 * Shows the errors of a report on the controls of a form, by their names, and clears those that are
 * no more: `setCustomValidity`, `aria-invalid`, `aria-describedby`, and the text of the element with
 * the message's id where there is one. An error without a control goes to the nearest field around
 * it. Messages of other severities go into that element only.
 * @returns The errors that no control can show: they have none, or it is hidden, disabled, read-only
 *   or no field, such as a fieldset or a button.
 */
export function applyToForm(
  form: Form,
  report: Report,
  {
    messageId = (name) => `${name}-error`,
    nameOf = (control) => (control as Control).name,
    severities = ERRORS,
  }: ShowOptions = {},
): Diagnostic[] {
  const controls = controlsOf(form, nameOf);
  const shown = new Map<string, Diagnostic[]>();
  const rest: Diagnostic[] = [];
  for (const diagnostic of ofSeverities(report, severities)) {
    const field = nearest(controls, diagnostic.path);
    if (field === undefined || !controls.get(field)?.some(canShow)) rest.push(diagnostic);
    if (field !== undefined) add(shown, field, diagnostic);
  }
  for (const [field, same] of controls) {
    const found = shown.get(field) ?? [];
    for (const control of same) {
      mark(control, found);
      tell(control, messageId(nameOf(control)), joined(found));
    }
  }
  leave(form);
  return rest;
}
