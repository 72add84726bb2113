// Glossary page: pictures of the renewal kinds and configurations, definitions, and the cited sections of the
// interface.

import { escapeHtml, renderPage, renderProse, type Words } from './frame.js';

const box = (x: number, text: string, width = 196): string =>
  `<rect x="${x}" y="1" width="${width}" height="38" rx="6" fill="none" stroke="currentColor"/><text x="${x + width / 2}" y="25" text-anchor="middle" font-size="13" fill="currentColor">${escapeHtml(text)}</text>`;
const arrow = (x: number): string => `<path d="M${x} 20h24m-6-5l6 5l-6 5" fill="none" stroke="currentColor"/>`;
const loop = (x: number): string =>
  `<path d="M${x} 12c34-18 34 34 2 18m8 6l-8-6l8-5" fill="none" stroke="currentColor"/>`;
const picture = (label: string, width: number, shapes: readonly string[]): string =>
  `<svg role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${width} 40" width="${width}" height="40" font-family="system-ui,sans-serif">${shapes.join('')}</svg>`;

function kindPicture(steps: readonly string[], then: string): string {
  const shapes = steps.map((step, i) => box(2 + i * 228, step) + (i < 2 ? arrow(200 + i * 228) : ''));
  return picture(steps.join(`, ${then} `), 660, shapes);
}

function chainPicture(label: string, names: readonly string[]): string {
  const after = (i: number) => (i < names.length - 1 ? arrow(91 + i * 118) : loop(90 + i * 118));
  const shapes = names.map((name, i) => box(2 + i * 118, name, 86) + after(i));
  return picture(label, 420, shapes);
}

/** Returns the entries of a table as typed rows. */
const rows = <Row extends readonly unknown[]>(table: { readonly [id: string]: readonly unknown[] }) =>
  Object.entries(table) as [id: string, row: Row][];

/** Returns the letters of the products in a configuration: the initiator, then its renewals. */
const products = (chain: string): string[] => [...new Set(`A${chain.replaceAll(/\W/g, '')}`)];

export const glossaryPage = (words: Words): string =>
  renderPage({
    title: words.glossary,
    path: 'glossary',
    words,
    body: () => `
<h1>${words.glossary}</h1>
<h2 id="kinds">${words['kinds-title']}</h2>
${rows<[string, string, string[]]>(words.kinds)
  .map(
    ([kind, [name, said, steps]]) =>
      `<figure class="${kind}"><figcaption><b>${name}.</b> ${said}</figcaption>${kindPicture(steps, words.then)}</figure>`,
  )
  .join('\n')}
<p>${words['kinds-order']}</p>
<h2 id="configurations">${words['configurations-title']}</h2>
${rows<[string, string]>(words.configurations)
  .map(
    ([chain, [name, said]]) =>
      `<figure><figcaption><b>${name}</b> <code>${chain}</code> ${said}</figcaption>${chainPicture(name, products(chain))}</figure>`,
  )
  .join('\n')}
<h2 id="words">${words['words-title']}</h2>
<dl>${rows<[string, string]>(words.words)
      .map(([id, [word, meaning]]) => `<dt id="${id}">${word}</dt><dd>${renderProse(meaning)}</dd>`)
      .join('')}</dl>
<h2 id="sections">${words['document-title']}</h2>
<p>${words['document-lead']}</p>
${rows<[string, string]>(words.sections)
  .sort(([a], [b]) => Number(a) - Number(b))
  .map(
    ([of, [title, said]]) =>
      `<section id="section-${of}"><h3>§${of} ${title}</h3><p>${renderProse(said)}</p></section>`,
  )
  .join('\n')}`,
  });
