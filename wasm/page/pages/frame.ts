// What the pages of text have in common. They work without JavaScript.

import type english from '../words/pages.en.json';

/** What the pages say in a language. */
export type Words = typeof english;

export const escaped = (text: unknown): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text in which backticks mark code. */
export const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const code = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${escaped(text)}</code></pre>`;

/** Where the studio is opened with something. */
export function studio(root: string, { lang }: Words, given: { json?: string; options?: string } = {}): string {
  const all = new URLSearchParams({ ...given, ...(lang === 'en' ? {} : { language: lang }) });
  return `${root}index.html${all.size === 0 ? '' : `#${escaped(all)}`}`;
}

export interface Page {
  readonly title: string;
  /** Where it is, from the folder of its language. */
  readonly path: string;
  readonly words: Words;
  /** What it says; `up` leads to the folder of its language, `root` to that of the site. */
  body(places: { root: string; up: string }): string;
  readonly script?: string;
}

/** A page of text. */
export function frame({ title, path, words, body, script = '' }: Page): string {
  const up = '../'.repeat(path.split('/').length);
  const root = words.lang === 'en' ? up : `../${up}`;
  const other = words.lang === 'en' ? `${root}ru/` : root;
  const otherLang = words.lang === 'en' ? 'ru' : 'en';
  return `<!doctype html>
<html lang="${words.lang}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>${escaped(title)} · ${words.studio}</title>
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml">
    <link rel="alternate" hreflang="${otherLang}" href="${other}${path}/index.html">
    <link rel="stylesheet" href="${root}page.css">${script && `\n    <script type="module" src="${root}${script}"></script>`}
  </head>
  <body>
    <header>
      <div class="title"><a href="${studio(root, words)}"><b>${words.studio}</b></a></div>
      <nav class="bar" aria-label="${words.reference}"><a href="${up}rules/index.html">${words.rules}</a> <a href="${up}glossary/index.html">${words.glossary}</a> <a href="${up}openapi/index.html">${words.calls}</a> <a href="${other}${path}/index.html" hreflang="${otherLang}" lang="${otherLang}">${words.other}</a></nav>
    </header>
    <main class="page" id="main">
${body({ root, up })}
    </main>
  </body>
</html>
`;
}
