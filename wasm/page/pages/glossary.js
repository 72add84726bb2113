// The words: a picture of the kinds and of the configurations, and the sections that rules cite.

import { escaped, frame, prose } from './frame.js';

const box = (x, text, width = 196) => `<rect x="${x}" y="1" width="${width}" height="38" rx="6" fill="none" stroke="currentColor"/><text x="${x + width / 2}" y="25" text-anchor="middle" font-size="13" fill="currentColor">${escaped(text)}</text>`;
const arrow = (x) => `<path d="M${x} 20h24m-6-5l6 5l-6 5" fill="none" stroke="currentColor"/>`;
const loop = (x) => `<path d="M${x} 12c34-18 34 34 2 18m8 6l-8-6l8-5" fill="none" stroke="currentColor"/>`;
const picture = (label, width, shapes) => `<svg role="img" aria-label="${escaped(label)}" viewBox="0 0 ${width} 40" width="${width}" height="40" font-family="system-ui,sans-serif">${shapes}</svg>`;

const kindPicture = (steps, then) => picture(steps.join(`, ${then} `), 660, steps.map((step, i) => box(2 + i * 228, step) + (i < 2 ? arrow(200 + i * 228) : '')).join(''));
const chainPicture = (label, names) => picture(label, 420, names.map((name, i) => box(2 + i * 118, name, 86) + (i < names.length - 1 ? arrow(91 + i * 118) : loop(90 + i * 118))).join(''));

/** The products of a configuration: the initiator, then those of its chain. */
const products = (chain) => [...new Set(`A${chain.replaceAll(/\W/g, '')}`)];

export const glossaryPage = (words) =>
  frame({
    title: words.glossary,
    path: 'glossary',
    words,
    body: () => `
<h1>${words.glossary}</h1>
<h2 id="kinds">${words['kinds-title']}</h2>
${Object.entries(words.kinds).map(([kind, [name, said, steps]]) => `<figure class="${kind}"><figcaption><b>${name}.</b> ${said}</figcaption>${kindPicture(steps, words.then)}</figure>`).join('\n')}
<p>${words['kinds-order']}</p>
<h2 id="configurations">${words['configurations-title']}</h2>
${Object.entries(words.configurations).map(([chain, [name, said]]) => `<figure><figcaption><b>${name}</b> <code>${chain}</code> ${said}</figcaption>${chainPicture(name, products(chain))}</figure>`).join('\n')}
<h2 id="words">${words['words-title']}</h2>
<dl>${Object.entries(words.words).map(([id, [word, meaning]]) => `<dt id="${id}">${word}</dt><dd>${prose(meaning)}</dd>`).join('')}</dl>
<h2 id="sections">${words['document-title']}</h2>
<p>${words['document-lead']}</p>
${Object.entries(words.sections).sort(([a], [b]) => a - b).map(([of, [title, said]]) => `<section id="section-${of}"><h3>§${of} ${title}</h3><p>${prose(said)}</p></section>`).join('\n')}`,
  });
