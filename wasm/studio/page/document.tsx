// HTML document of the studio, rendered by the build. The script replaces the contents of `#app`.

import { render } from 'preact-render-to-string';
import { Title } from '../controls/elements.js';
import { lead, title } from '../labels/en.json';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const DESCRIPTION =
  "See what a product's renewal settings do: who is charged what and when, what is wrong, and the calls to make.";

/** Renders the document. `preloads` are the scripts that `studio.js` imports: preloading them saves a round trip. */
export const renderDocument = (preloads: readonly string[]): string =>
  `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="description" content={DESCRIPTION} />
        <title>{title}</title>
        <link rel="icon" href="icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="style.css" />
        <link rel="preload" href="studio.wasm" as="fetch" type="application/wasm" crossorigin="anonymous" />
        {preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script type="module" src="studio.js" />
      </head>
      <body>
        <div id="app">
          <header>
            <Title title={title} lead={lead} />
          </header>
          <main class="opening">
            <noscript>
              <p class="notice">
                The studio needs JavaScript and WebAssembly. The <a href="../rules/">rules</a> do not.
              </p>
            </noscript>
          </main>
        </div>
      </body>
    </html>,
  )}\n`;
