// What the pages of text have in common. They work without JavaScript.

export const escaped = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text in which backticks mark code. */
export const prose = (text) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const code = (text, label) => `<pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${escaped(text)}</code></pre>`;

/** Where the studio is opened with something. */
export const studio = (root, words, given = {}) => `${root}index.html${words.lang === 'en' && given.json === undefined ? '' : `#${escaped(new URLSearchParams({ ...given, ...(words.lang === 'en' ? {} : { language: words.lang }) }))}`}`;

/** A page at a path below the folder of its language; `root` leads from it to the folder of the site. */
export function frame({ title, path, words, body, script = '' }) {
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
