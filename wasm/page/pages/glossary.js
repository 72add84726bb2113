// The words: a picture of the kinds and of the configurations, and the sections that rules cite.

import { escaped, frame, prose } from './frame.js';
import { SECTIONS } from './sections.js';

const KINDS = [
  ['AR, auto renewal', 'ar', ['order is made', 'buyer is charged', 'next term'], 'A renewal order is created and charged automatically.'],
  ['AR Trial', 'ar-trial', ['free term', 'buyer is charged', 'next term'], 'The buyer begins free of charge; then it goes on as AR.'],
  ['PMR, pre-filled manual renewal', 'pmr', ['order is made', 'buyer pays from a message', 'next term'], 'A renewal order is created automatically; the buyer pays it.'],
  ['Email', 'email', ['message with a link', 'buyer checks out and pays', 'next term'], 'The link puts the renewal into the cart; the buyer does the rest.'],
];

const box = (x, text, width = 196) => `<rect x="${x}" y="1" width="${width}" height="38" rx="6" fill="none" stroke="currentColor"/><text x="${x + width / 2}" y="25" text-anchor="middle" font-size="13" fill="currentColor">${escaped(text)}</text>`;
const arrow = (x) => `<path d="M${x} 20h24m-6-5l6 5l-6 5" fill="none" stroke="currentColor"/>`;
const loop = (x) => `<path d="M${x} 12c34-18 34 34 2 18m8 6l-8-6l8-5" fill="none" stroke="currentColor"/>`;
const picture = (label, width, shapes) => `<svg role="img" aria-label="${escaped(label)}" viewBox="0 0 ${width} 40" width="${width}" height="40" font-family="system-ui,sans-serif">${shapes}</svg>`;

const kindPicture = (steps) => picture(steps.join(', then '), 660, steps.map((step, i) => box(2 + i * 228, step) + (i < 2 ? arrow(200 + i * 228) : '')).join(''));
const chainPicture = (label, names) => picture(label, 420, names.map((name, i) => box(2 + i * 118, name, 86) + (i < names.length - 1 ? arrow(91 + i * 118) : loop(90 + i * 118))).join(''));

const CONFIGURATIONS = [
  ['One product renews itself', ['A'], '[A, A]', 'The renewal has the name, price and term of the purchase. No free trial.'],
  ['A product and its renewal', ['A', 'B'], '[B, B]', 'The renewal may differ in name, price or term, and the purchase may be a free trial.'],
  ['A chain of renewals', ['A', 'B', 'C'], '[B, C, C]', 'The first renewal may differ from the later ones. No Email renewal.'],
];

const WORDS = [
  ['Initiator', 'The product whose purchase starts the renewals. Only it has renewal settings. The interface document calls it the parent product.'],
  ['Renewal', 'A product that is bought to keep using the initiator. The interface document calls it the child product.'],
  ['Set-up', 'An initiator with its renewals.'],
  ['Chain', 'The ids of the renewals in the order of use, the last one twice: it repeats without end.'],
  ['Free trial', 'An initiator whose prices are all 0.00, with auto renewal on and mandatory. Its licence term is the length of the trial.'],
  ['Consent', 'Whether the buyer agreed to auto renewal: given, declined, or not possible, for example with this payment method.'],
  ['Effective kind', 'The kind that a purchase leads to: the first of AR, PMR and Email whose conditions hold.'],
  ['Article', 'The stock-keeping code of a variant (`sku`). For an AR subscription `sku_ar` is used where there is one.'],
  ['Finding', 'Something wrong (error), very likely wrong (warning), or that could not be checked (note).'],
  ['Certain fix', 'A change that can only be meant one way; it is offered as a button.'],
];

export const glossaryPage = () =>
  frame({
    title: 'Glossary',
    root: '../',
    body: `
<h1>Glossary</h1>
<h2 id="kinds">The four kinds of renewal</h2>
${KINDS.map(([name, kind, steps, words]) => `<figure class="${kind}"><figcaption><b>${name}.</b> ${words}</figcaption>${kindPicture(steps)}</figure>`).join('\n')}
<p>For each purchase the kinds are tried in the order AR, PMR, Email. The first whose conditions hold is the one that applies.</p>
<h2 id="configurations">The three configurations</h2>
${CONFIGURATIONS.map(([name, names, chain, words]) => `<figure><figcaption><b>${name}</b> <code>${chain}</code> ${words}</figcaption>${chainPicture(name, names)}</figure>`).join('\n')}
<h2 id="words">Words</h2>
<dl>${WORDS.map(([word, meaning]) => `<dt>${word}</dt><dd>${prose(meaning)}</dd>`).join('')}</dl>
<h2 id="sections">The interface document</h2>
<p>The sections that rules cite, in our own words.</p>
${Object.entries(SECTIONS).sort(([a], [b]) => a - b).map(([of, [title, words]]) => `<section id="section-${of}"><h3>§${of} ${title}</h3><p>${prose(words)}</p></section>`).join('\n')}`,
  });
