// What the pages of text have in common. They work without JavaScript.

export const escaped = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text in which backticks mark code. */
export const prose = (text) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** JSON laid out, where it is JSON. */
export function laidOut(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export const code = (text, label) => `<pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${escaped(text)}</code></pre>`;

/** A page; `root` leads from it to the folder of the site. */
export const frame = ({ title, root, body, script = '' }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>${escaped(title)} · Renewal studio</title>
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${root}style.css">${script}
  </head>
  <body>
    <header>
      <div class="title"><a href="${root}index.html"><b>Renewal studio</b></a></div>
      <nav class="bar" aria-label="Reference"><a href="${root}rules/index.html">Rules</a> <a href="${root}glossary/index.html">Glossary</a></nav>
    </header>
    <main class="page" id="main">
${body}
    </main>
  </body>
</html>
`;
