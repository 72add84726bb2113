// The system's Chromium, and the project served to it as `cargo xtask serve` does, under the page's
// own content security policy.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const WASM = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = { page: WASM, dist: WASM, test: WASM, examples: join(WASM, '..') };
const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** A browser, the address of the served files, and what ends both. */
export async function launch() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname).slice(1).replace(/\/$/, '/index.html');
    const folder = FOLDERS[path.split('/')[0]];
    const body = folder && (await readFile(join(folder, path)).catch(() => undefined));
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, address: `http://127.0.0.1:${server.address().port}/`, close };
}
