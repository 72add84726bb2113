// Problems beside their fields, by line, and as a summary. Every word about a rule is the package's.

import { applyToForm, errorSummary, explain } from './rules.js';
import { button, byId, idOf, make } from './dom.js';
import { laidOut, parent } from './value.js';

const SEVERITIES = { error: 'Error', warning: 'Warning', info: 'Info' };

/** What a report counts, in words. */
export function counted({ diagnostics, omitted = 0 }) {
  const count = (severity, one) => {
    const n = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return n === 0 ? [] : [`${n} ${one}${n === 1 ? '' : 's'}`];
  };
  const parts = [...count('error', 'error'), ...count('warning', 'warning'), ...count('info', 'info')];
  if (omitted > 0) parts.push(`${omitted} more not shown`);
  return parts.length === 0 ? 'No problems' : parts.join(', ');
}

/** The control or group that stands for a path, or else for the nearest place around it. */
export function placeOf(path) {
  for (let at = path; at !== ''; at = parent(at)) {
    const found = byId(idOf(at));
    if (found !== null) return found;
  }
  return byId(idOf(''));
}

const labelOf = (place) => place.dataset.label;

/** Where the problems of a place are listed. */
const listOf = (place) => (place.matches('input, select, textarea') ? place.parentElement : place).querySelector('.problems');

/** What is said of a problem, with what can be done about it; the id is that of its words. */
function item(diagnostic, id, actions, ...rest) {
  const { severity, message, code, fix, related } = diagnostic;
  const words = make('span', { id }, make('strong', { textContent: `${SEVERITIES[severity]}: ` }), message);
  const about = { attributes: { 'aria-describedby': id } };
  const row = make('span', { className: 'actions' }, ...rest);
  if (fix !== undefined) row.append(button('Fix', () => actions.fix(diagnostic), about));
  row.append(button('Why?', () => actions.explain(code), about));
  const places = new Set((related ?? []).map(placeOf));
  places.delete(placeOf(diagnostic.path));
  for (const place of places) row.append(button(`Go to ${labelOf(place)}`, () => place.focus(), about));
  return make('li', { className: `problem ${severity}` }, words, row);
}

/** Shows the report on the form. The package marks the invalid fields; the rest is how it looks. */
export function showOnForm(form, report, actions) {
  // The list beside a field says more than the errors, so it is described here.
  applyToForm(form, report, { messageId: () => '' });
  const found = new Map();
  for (const diagnostic of report.diagnostics) {
    const place = placeOf(diagnostic.path);
    found.set(place, [...(found.get(place) ?? []), diagnostic]);
  }
  for (const place of [byId(idOf('')), ...form.elements]) {
    if (labelOf(place) === undefined) continue;
    const diagnostics = found.get(place) ?? [];
    const ids = diagnostics.map((_, i) => `${place.id}-problem-${i}`);
    listOf(place).replaceChildren(...diagnostics.map((one, i) => item(one, ids[i], actions)));
    const describing = [...(place.dataset.hint ? [place.dataset.hint] : []), ...ids].join(' ');
    if (describing === '') place.removeAttribute('aria-describedby');
    else place.setAttribute('aria-describedby', describing);
  }
}

/** Lists all problems in the order of the report, each with a button that selects its place in the text. */
export function showByLine(list, text, report, actions) {
  const items = report.diagnostics.map((diagnostic, i) => {
    const { line, column } = diagnostic.location;
    const go = button(`Line ${line}, column ${column}`, () => selectIn(text, diagnostic.location));
    return item(diagnostic, `by-line-${i}`, actions, go);
  });
  list.replaceChildren(...items);
}

function selectIn(text, { line, column, endLine, endColumn }) {
  // The area shows every line ending as one character, so its own text is counted.
  const lines = text.value.split('\n');
  const offset = (row, col) => lines.slice(0, row - 1).reduce((sum, one) => sum + one.length + 1, 0) + col - 1;
  text.focus();
  text.setSelectionRange(offset(line, column), offset(endLine, endColumn));
}

/** The error summary; `false` where there is no error, and so none to sum up. */
export function showSummary(report) {
  const labels = Object.fromEntries(report.diagnostics.map(({ path }) => [path, labelOf(placeOf(path))]));
  const { titleText, errorList } = errorSummary(report, labels, { idOf: (path) => placeOf(path).id });
  byId('summary-title').textContent = errorList.length > 0 ? titleText : 'No errors';
  const links = errorList.map(({ text, href }) => {
    // The address holds the product, so a link moves the focus only.
    const follow = (event) => {
      event.preventDefault();
      byId(href.slice(1)).focus();
    };
    return make('li', {}, make('a', { textContent: text, href, onclick: follow }));
  });
  if (links.length === 0) links.push(make('li', { textContent: `${counted(report)}.` }));
  byId('summary-list').replaceChildren(...links);
  byId('summary').classList.toggle('good', errorList.length === 0);
}

/** Explains a code; its examples can be taken into the editor. */
export function showExplanation(code, take) {
  const { title, section, severities, explanation, reads, bad, good, catalogue, options } = explain(code);
  const dialog = byId('explanation');
  const example = (name, text) => {
    const parts = [make('h3', { textContent: name }), make('pre', { tabIndex: 0 }, laidOut(text))];
    // The editor has one product, so an example of several stays here.
    if (!catalogue) parts.push(button('Edit this', () => (dialog.close(), take(text, options))));
    return parts;
  };
  byId('explanation-title').textContent = title;
  byId('explanation-body').replaceChildren(
    make('p', { className: 'hint' }, make('code', { textContent: code }), ` (${severities.join(', ')}; section ${section})`),
    make('p', { textContent: explanation }),
    make('p', { className: 'hint', textContent: `Reads: ${reads.filter(Boolean).join(', ') || 'the whole product'}` }),
    ...example('Wrong', bad),
    ...example('Right', good),
  );
  dialog.showModal();
  dialog.scrollTop = 0;
}
