// What the product leads to: configuration, effective kind, articles and comments.

import { article, cartComment, render, timeline } from './rules.js';
import { byId, make } from './dom.js';
import { SITUATIONS } from './options.js';
import { get, isObject } from './value.js';

/** As many as the form has rows. */
const MOST = 50;

/** The decision about a text, so that what only a text can have counts too: as data and in words. */
function decided(text, options) {
  const result = (format) => render({ part: 'decision', format }, text, options).text;
  return { decision: JSON.parse(result('json')), lines: result('stylish').trim().split('\n').map((line) => line.trim()) };
}

/** One kind of the trace. */
const considered = ({ kind, outcome, reasons }) =>
  make('li', { className: outcome }, make('strong', { textContent: kind }), ` ${outcome}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`);

export function showKinds(text, options) {
  let configuration;
  const rows = SITUATIONS.map(({ name, ...situation }) => {
    const { decision, lines } = decided(text, { ...options, ...situation });
    configuration = lines[0];
    const trace = decision.reason === null ? decision.considered.map(considered) : [make('li', { textContent: decision.reason })];
    return make(
      'tr',
      {},
      make('th', { scope: 'row', textContent: name }),
      make('td', {}, make('strong', { className: 'kind', textContent: decision.kind ?? 'none' })),
      make('td', {}, make('ul', { className: 'trace' }, ...trace)),
      make('td', {}, ...lines.slice(1).map((line) => make('div', { textContent: line }))),
    );
  });
  byId('configuration').textContent = configuration;
  byId('situations').replaceChildren(...rows);
}

const pair = (name, value) => make('li', {}, make('span', { className: 'hint', textContent: name }), make('span', { textContent: value ?? 'none' }));

const list = (id, items) => byId(id).replaceChildren(...(items.length > 0 ? items : [make('li', { textContent: 'none' })]));

export function showPurchase(product, options, { situation }) {
  const variants = get(product, '/variants');
  const locales = get(product, '/localization_values');
  const given = { ...options, ...situation };
  list('articles', (Array.isArray(variants) ? variants.slice(0, MOST) : []).map((_, i) => pair(`Variant ${i + 1}`, article(product, i, given))));
  list('comments', (isObject(locales) ? Object.keys(locales).slice(0, MOST) : []).map((locale) => pair(locale, cartComment(product, locale, given))));
}

/** The timeline of a purchase, or why there is none. */
function followed(text, product, { limits, trial }, { situation, purchaseDate, renewals, others }) {
  const id = Number(JSON.stringify(get(product, '/id')));
  // Among several products it must be said which one is bought.
  const productId = others !== '' && Number.isSafeInteger(id) ? id : undefined;
  const products = others === '' ? text : `[${text},${others}]`;
  try {
    return timeline(products, { ...situation, limits, trial, productId, purchaseDate, renewals });
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, message: error.message };
    throw error;
  }
}

export function showTimeline(text, product, options, purchase) {
  const result = followed(text, product, options, purchase);
  byId('timeline-note').textContent = result.ok ? '' : result.message;
  byId('timeline-scrolling').hidden = byId('timeline-notes').hidden = !result.ok;
  if (!result.ok) return;
  // Its style is for a file of its own; here it takes the page's colours, and the page's policy forbids it.
  const plain = result.svg.replace(/<style>.*?<\/style>/s, '');
  const picture = new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement;
  byId('timeline').replaceChildren(document.importNode(picture, true));
  byId('timeline-notes').replaceChildren(...result.timeline.notes.map(({ message }) => make('li', { textContent: message })));
}
