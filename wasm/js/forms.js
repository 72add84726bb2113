// Help for forms, without a view of how they look.

import { ruleFields } from './calls.js';
import { dotted, names, pointerOf } from './pointer.js';

const isError = ({ severity }) => severity === 'error';

/** The diagnostics of each field, by the name that forms give it; those about the whole under ''. */
export function errorsByField(report) {
  const fields = Object.create(null);
  for (const diagnostic of report.diagnostics) {
    if (isError(diagnostic)) (fields[dotted(diagnostic.path)] ??= []).push(diagnostic);
  }
  return fields;
}

/** The names in a field as the rules write it: `variants[].sku` has an element between its two names. */
const parts = (field) => field.replaceAll('[]', '.[]').split('.').filter((name) => name !== '');

/** Whether one name stands for the other: `[]` for any index, `<locale>` for any key. */
const alike = (a, b) => a === b || (a === '[]' && /^\d+$/.test(b)) || a.startsWith('<');

/** Whether two fields are one, or one holds the other. */
const meet = (a, b) => a.every((name, i) => i >= b.length || alike(name, b[i]));

/** The fields to check again when one changes: where a rule is reported that reads it. */
export function dependsOn(field) {
  const asked = names(pointerOf(field));
  const found = new Set([field]);
  for (const [reads, at] of ruleFields()) {
    // A rule that is reported wherever it reads judges each of these fields by itself.
    const alone = reads.every((read) => at.includes(read));
    if (!reads.some((read) => meet(parts(read), asked))) continue;
    for (const place of at) if (!alone || meet(parts(place), asked)) found.add(place);
  }
  return [...found];
}

/** The error summary of the GOV.UK pattern: one link for each error, to its field. */
export function errorSummary(report, labels = {}, { titleText = 'There is a problem', idOf = dotted } = {}) {
  const given = new Map(Object.entries(labels).flatMap(([field, label]) => (label === undefined ? [] : [[pointerOf(field), label]])));
  const errorList = report.diagnostics.filter(isError).map(({ path, message }) => {
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

/** Whether a browser tells of the control's error: of what is hidden, disabled or no field it does not. */
const canShow = (control) => control.willValidate !== false && !['submit', 'reset', 'button'].includes(control.type);

function describe(control, id, present) {
  const others = (control.getAttribute('aria-describedby') ?? '').split(/\s+/).filter((one) => one !== '' && one !== id);
  if (present) others.push(id);
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '));
  else control.removeAttribute('aria-describedby');
}

/**
 * Shows the report's errors on the controls of a form, and clears those that are no more. The
 * message is also written into the element with the id that `messageId` makes of the control's
 * name, where there is one. Returns the errors that no control can show.
 */
export function applyToForm(form, report, { messageId = (name) => `${name}-error`, nameOf = (control) => control.name } = {}) {
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
  for (const diagnostic of report.diagnostics.filter(isError)) {
    const found = controls.get(nearest(controls, diagnostic.path));
    if (!found?.some(canShow)) rest.push(diagnostic);
    if (found !== undefined) shown.set(found, [...(shown.get(found) ?? []), diagnostic.message]);
  }
  for (const same of controls.values()) {
    const text = (shown.get(same) ?? []).join('\n');
    for (const control of same) {
      control.setCustomValidity(text);
      if (text === '') control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
      const id = messageId(nameOf(control));
      const place = form.ownerDocument.getElementById(id);
      if (place !== null) {
        place.textContent = text;
        describe(control, id, text !== '');
      }
    }
  }
  return rest;
}
