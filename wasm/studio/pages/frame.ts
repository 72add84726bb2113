// HTML frame and helpers that the reference pages share. The pages work without JavaScript.

import type english from '../words/pages.en.json';

/** Texts of the reference pages in one language. */
export type Words = typeof english;

export const escapeHtml = (text: unknown): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes text for HTML; backticks become `<code>`. */
export const renderProse = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const renderCode = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`;

/** Returns the URL of the studio, optionally with JSON and options to open. */
export function studioUrl(root: string, { lang }: Words, given: { json?: string; options?: string } = {}): string {
  const all = new URLSearchParams({ ...given, ...(lang === 'en' ? {} : { language: lang }) });
  return `${root}index.html${all.size === 0 ? '' : `#${escapeHtml(all)}`}`;
}

export interface Page {
  readonly title: string;
  /** Path from the folder of the language. */
  readonly path: string;
  readonly words: Words;
  /**
   * Renders the content. `up` is the relative path to the folder of the language, `root` to the root of the
   * site.
   */
  body(places: { root: string; up: string }): string;
  readonly script?: string;
}

export function renderPage({ title, path, words, body, script = '' }: Page): string {
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
    <title>${escapeHtml(title)} · ${words.studio}</title>
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml">
    <link rel="alternate" hreflang="${otherLang}" href="${other}${path}/index.html">
    <link rel="stylesheet" href="${root}page.css">${script && `\n    <script type="module" src="${root}${script}"></script>`}
  </head>
  <body>
    <header>
      <div class="title"><a href="${studioUrl(root, words)}"><b>${words.studio}</b></a></div>
      <nav class="bar" aria-label="${words.reference}"><a href="${up}rules/index.html">${words.rules}</a> <a href="${up}glossary/index.html">${words.glossary}</a> <a href="${up}openapi/index.html">${words.calls}</a> <a href="${other}${path}/index.html" hreflang="${otherLang}" lang="${otherLang}">${words.other}</a></nav>
    </header>
    <main class="page" id="main">
${body({ root, up })}
    </main>
  </body>
</html>
`;
}
