// Launches the system's Chromium or Firefox and serves the site in a subdirectory, with its own content security
// policy. The package is served beside it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import Module, { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const { chromium, firefox } = loadPlaywright();

/**
 * Loads Playwright, changed so that it ignores the error "unknown command" of WebDriver BiDi: Firefox ESR lacks
 * commands that Playwright sends when it starts, such as `network.addDataCollector`, and that these tests do not need.
 *
 * @returns {typeof import('playwright-core')}
 */
function loadPlaywright() {
  const prototype = /** @type {any} */ (Module.prototype);
  const compile = prototype._compile;
  const original = 'if (object.error === "no such frame")';
  const changed = `if (object.error === "unknown command") return callback.resolve({});\n${original}`;
  let count = 0;
  prototype._compile = function (source, ...rest) {
    count += source.split(original).length - 1;
    return compile.call(this, source.replace(original, changed), ...rest);
  };
  try {
    return createRequire(import.meta.url)('playwright-core');
  } finally {
    prototype._compile = compile;
    assert.equal(count, 1, 'this version of playwright-core is unknown: adapt the change');
  }
}

const WASM = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = { dist: WASM, test: WASM };
const SITE = '/a/sub-path/';
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const fileOf = (path) => {
  if (path.startsWith(SITE)) return join(WASM, 'dist/studio', path.slice(SITE.length));
  const folder = FOLDERS[path.split('/')[1]];
  return folder && join(folder, path);
};

/** Browsers at Debian's paths. Firefox is driven over WebDriver BiDi. */
const BROWSERS = {
  chromium: (more = []) =>
    chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...more,
      ],
    }),
  firefox: (more) =>
    firefox.launch({
      channel: 'moz-firefox',
      executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
      firefoxUserPrefs: more,
    }),
};

/** Launches a headless browser: Chromium with additional arguments, Firefox with preferences. */
export const openBrowser = (name = 'chromium', more) => BROWSERS[name](more);

/**
 * Launches a browser and a server; returns both, the URLs of the server and of the site, and a function that
 * closes them.
 */
export async function launch(name = 'chromium', more) {
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname).replace(/\/$/, '/index.html');
    const file = fileOf(path);
    let body = file && (await readFile(file).catch(() => undefined));
    // In Firefox, Playwright evaluates the functions of a test by `eval` in the page.
    if (name === 'firefox' && body && file.endsWith('.html'))
      body = Buffer.from(body.toString().replace("'wasm-unsafe-eval'", "'unsafe-eval'"));
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' };
    // Compress with gzip, which any static server offers: the size test must not depend on brotli.
    if (body && path.startsWith(SITE)) {
      if (!packed.has(path)) packed.set(path, gzipSync(body, { level: 9 }));
      body = packed.get(path);
      headers['content-encoding'] = 'gzip';
    }
    response.writeHead(body ? 200 : 404, headers);
    response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const browser = await openBrowser(name, more);
  const close = async () => {
    await browser.close();
    server.close();
  };
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const address = `http://127.0.0.1:${port}/`;
  return { browser, address, site: address + SITE.slice(1), close };
}
