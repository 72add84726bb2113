// The page: one text is the product, and everything else is shown from it.

import { applyFixesText, applyPatchText, checkText } from './rules.js';
import { addressOf, fromAddress } from './address.js';
import { announce, byId } from './dom.js';
import { offerExamples } from './examples.js';
import { buildForm } from './form.js';
import { buildOptions, readOptions, readPurchase, restate, statement, stateOptions, statesMore } from './options.js';
import { showKinds, showPurchase, showTimeline } from './outcome.js';
import { counted, placeOf, showByLine, showExplanation, showOnForm, showSummary } from './problems.js';
import { laidOut, parsed } from './value.js';

/** More problems than these are counted, not shown. */
const MOST_PROBLEMS = 100;

const form = byId('product');
const optionsForm = byId('options');
const json = byId('json');

let text = '{}';
let said = [];
const earlier = [];
let isAfterStep = false;

buildOptions();
const sync = buildForm(form, (product, undoable = false) => become(JSON.stringify(product, null, 2), undoable));

const actions = {
  fix({ fix, path }) {
    become(applyPatchText(text, fix), true);
    placeOf(path).focus();
  },
  explain: (code) => showExplanation(code, take),
};

/**
 * Makes another text the product. What is typed has the browser's own undo; the rest has ours. What
 * is typed after such a step is a step, too: to undo must not take back both at once.
 */
function become(next, undoable = false, stated) {
  if (undoable || isAfterStep) earlier.push([text, stated]);
  isAfterStep = undoable;
  put(next);
}

function undo() {
  const [before, stated] = earlier.pop();
  if (stated !== undefined) restate(optionsForm, stated);
  put(before);
  isAfterStep = true;
  keepFocus();
}

function put(next) {
  text = next;
  if (json.value !== text) json.value = text;
  refresh();
}

/** Begins anew with a text; and with options, where it needs some. */
function take(next, options = '') {
  const stated = statement(optionsForm);
  stateOptions(optionsForm, options);
  showStated();
  byId('summary').hidden = true;
  become(tidied(next), true, stated);
  keepFocus();
}

/** Finds another place for the focus where what had it is gone or disabled. */
function keepFocus() {
  if (document.activeElement === document.body || document.activeElement.disabled) byId('main').focus();
}

/** Opens the panel of what is stated, where something is: it decides on the verdict. */
function showStated() {
  if (statesMore(optionsForm)) byId('stated').open = true;
}

/** The text laid out; as it is where laying it out would lose something, as of a name that appears twice. */
function tidied(given) {
  const laid = laidOut(given);
  const count = (one) => JSON.stringify(checkText(one).diagnostics.map(({ code, path }) => [code, path]));
  return count(laid) === count(given) ? laid : given;
}

function refresh() {
  const options = readOptions(optionsForm);
  const report = checkText(text, { ...options, maxDiagnostics: MOST_PROBLEMS });
  const product = parsed(text);
  const isJson = report.diagnostics[0]?.code !== 'json-syntax';
  sync(isJson ? product : undefined);
  showOnForm(form, report, actions);
  showByLine(byId('places'), json, report, actions);
  if (!byId('summary').hidden) showSummary(report);
  showKinds(text, options);
  const purchase = readPurchase(optionsForm);
  showPurchase(product, options, purchase);
  showTimeline(text, product, options, purchase);

  const tally = counted(report);
  byId('tally').textContent = tally;
  byId('tally').className = `tally ${report.valid ? 'good' : 'bad'}`;
  tell(tally, report);
  json.setAttribute('aria-invalid', String(!report.valid));
  byId('fix-all').disabled = !report.diagnostics.some(({ fix }) => fix !== undefined);
  byId('tidy').disabled = !isJson;
  byId('undo').disabled = earlier.length === 0;
  remember();
}

/** Announces what is wrong where it has changed: how much, and what is new of it. */
function tell(tally, { diagnostics }) {
  const lines = [tally, ...diagnostics.map(({ path, message }) => `${message} ${path}`)];
  if (lines.join('\n') !== said.join('\n')) {
    // To begin with all is new, and it is not the reader's doing.
    const news = said.length === 0 ? undefined : diagnostics.find((_, i) => !said.includes(lines[i + 1]));
    announce(`${tally}.`, news?.message);
  }
  said = lines;
}

let resting;

/** Keeps the address in step, once the typing rests: browsers refuse to be called for every letter. */
function remember() {
  clearTimeout(resting);
  resting = setTimeout(() => history.replaceState(null, '', addressOf(text, optionsForm) ?? location.href.split('#')[0]), 200);
}

async function copy(what, name) {
  try {
    await navigator.clipboard.writeText(what);
    announce(`${name} copied.`);
  } catch {
    announce(`The browser did not allow copying.`);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  showSummary(checkText(text, readOptions(optionsForm)));
  byId('summary').hidden = false;
  byId('summary').focus();
});
json.addEventListener('input', () => become(json.value));
// Controls of this form stand elsewhere too, and their events do not pass through it.
document.addEventListener('input', ({ target }) => {
  if (target.form === optionsForm) refresh();
});
optionsForm.addEventListener('submit', (event) => event.preventDefault());
byId('fix-all').addEventListener('click', () => {
  const fixed = applyFixesText(text, readOptions(optionsForm));
  become(fixed.text, true);
  byId('main').focus();
  announce(`${fixed.applied} fixed. ${counted(fixed.report)}.`);
});
byId('undo').addEventListener('click', undo);
byId('copy').addEventListener('click', () => copy(text, 'JSON'));
byId('tidy').addEventListener('click', () => become(tidied(text), true));
byId('share').addEventListener('click', () => {
  const hash = addressOf(text, optionsForm);
  if (hash === undefined) announce('The product is too long for a link. Copy its JSON instead.');
  else copy(new URL(hash, location.href).href, 'Link');
});
document.querySelector('.skip').addEventListener('click', (event) => {
  // The address holds the product, so the link moves the focus only.
  event.preventDefault();
  byId('main').focus();
});

function followAddress() {
  const stated = statement(optionsForm);
  const given = fromAddress(location.hash, optionsForm);
  if (given !== undefined) {
    showStated();
    become(given, false, stated);
  }
  return given !== undefined;
}
addEventListener('hashchange', followAddress);

const isGiven = followAddress();
if (!isGiven) become(text);
const first = await offerExamples((chosen) => take(chosen));
// A product that was begun meanwhile stays.
if (!isGiven && text === '{}' && first !== undefined) become(first);
document.documentElement.dataset.ready = '';
