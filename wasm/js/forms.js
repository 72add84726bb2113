// Help for forms, without a view of how they look.

import { dotted, pointerOf } from './pointer.js';

const ERRORS = ['error'];

const ofLevels = (report, levels) => report.diagnostics.filter(({ severity }) => levels.includes(severity));

/** The diagnostics of each field, by the name that forms give it; those about the whole under ''. */
export function diagnosticsByField(report, { levels = ['error', 'warning', 'info'] } = {}) {
  const fields = Object.create(null);
  for (const diagnostic of ofLevels(report, levels)) (fields[dotted(diagnostic.path)] ??= []).push(diagnostic);
  return fields;
}

export const errorsByField = (report) => diagnosticsByField(report, { levels: ERRORS });

/** The error summary of the GOV.UK pattern: one link for each error, to its field. */
export function errorSummary(report, labels = {}, { titleText = 'There is a problem', idOf = dotted, levels = ERRORS } = {}) {
  const given = new Map(Object.entries(labels).flatMap(([field, label]) => (label === undefined ? [] : [[pointerOf(field), label]])));
  const errorList = ofLevels(report, levels).map(({ path, message }) => {
    const place = nearest(given, path);
    // What has a label has a control; an element of it often has none.
    return place === undefined
      ? { text: message, href: `#${idOf(path)}` }
      : { text: `${given.get(place)}: ${message}`, href: `#${idOf(place)}` };
  });
  return { titleText, errorList };
}

/** The place that is held, or else the nearest one around it; the whole stands for nothing but itself. */
function nearest(held, path) {
  if (held.has(path)) return path;
  const around = path.lastIndexOf('/');
  return around > 0 ? nearest(held, path.slice(0, around)) : undefined;
}

/** Whether a browser shows the control's error: not that of what is hidden, disabled or not a field. */
const canShow = (control) =>
  control.willValidate !== false &&
  !['submit', 'reset', 'button'].includes(control.type) &&
  control.closest('[inert]') === null &&
  // Older browsers cannot tell; what is in no page yet is not rendered, though it will be.
  (!control.isConnected || control.checkVisibility?.({ visibilityProperty: true }) !== false);

// What the last report left behind.
/** By control, the id that was added to what describes it. */
const described = new WeakMap();
/** By control, the element that its message was written into. */
const places = new WeakMap();
/** By such an element, the control whose message it has. */
const owners = new WeakMap();
/** By form, its controls. */
const known = new WeakMap();

/** Adds the id of a message to what describes a control, in place of the one that was added before; none for ''. */
function describe(control, id) {
  const had = described.get(control) ?? '';
  if (had === '' && id === '') return;
  const all = (control.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean);
  const ids = all.filter((one) => one === id || one !== had);
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

/** Writes a control's message; where that stood elsewhere before, or the control is gone, nothing is left there. */
function write(control, place, text) {
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

/**
 * Shows the report's errors on the controls of a form, and clears those that are no more. The
 * message is also written into the element with the id that `messageId` makes of the control's
 * name, where there is one; messages of other levels only there. Returns what no control can show.
 */
export function applyToForm(form, report, { messageId = (name) => `${name}-error`, nameOf = (control) => control.name, levels = ERRORS } = {}) {
  const controls = new Map();
  for (const control of form.elements) {
    const name = nameOf(control);
    if (name && typeof control.setCustomValidity === 'function') {
      const path = pointerOf(name);
      if (!controls.has(path)) controls.set(path, []);
      controls.get(path).push(control);
    }
  }
  const shown = new Map();
  const rest = [];
  for (const diagnostic of ofLevels(report, levels)) {
    const found = controls.get(nearest(controls, diagnostic.path));
    if (!found?.some(canShow)) rest.push(diagnostic);
    if (found !== undefined) shown.set(found, [...(shown.get(found) ?? []), diagnostic]);
  }
  for (const same of controls.values()) {
    const found = shown.get(same) ?? [];
    const joined = (diagnostics) => diagnostics.map(({ message }) => message).join('\n');
    const text = joined(found);
    const errors = joined(found.filter(({ severity }) => severity === 'error'));
    for (const control of same) {
      control.setCustomValidity(errors);
      if (errors === '') control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
      const id = messageId(nameOf(control));
      const place = form.ownerDocument.getElementById(id);
      describe(control, place === null || text === '' ? '' : id);
      write(control, place, text);
    }
  }
  const present = new Set(form.elements);
  for (const control of known.get(form) ?? []) if (!present.has(control)) write(control, null);
  known.set(form, present);
  return rest;
}
