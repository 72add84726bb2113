// Helpers for tests of `renewal-rules apply` against servers that the tests start.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';

import { command, folder, isSpawning, product } from './cli.js';
import { run as runInThread } from './thread.js';

/** Returns a product without id, which is to be created. */
export const created = (name, more) => product(undefined, { name, ...more });
export const files = {
  'setup.json': { initiator: created('A'), renewals: [created('B')], kinds: { ar: true } },
};

/** Returns whether Node.js reads an environment variable when a process starts. */
const isOfProcess = (name) => /^(NODE_|TZ$)|_PROXY$/i.test(name);

/** Returns whether an environment variable could change the behaviour under test. */
const isForeign = (name) => /^(RENEWAL_RULES_|NODE_EXTRA_CA_CERTS$|FORCE_COLOR$)|_PROXY$/i.test(name);

/**
 * Runs the command asynchronously, so that servers in this process can respond. Runs it in a process of its own if
 * `isProcess` is set, for a variable that only a process has, or for `out`, which is `closed` to close its standard
 * output at once, or the descriptor of a file that becomes its standard output.
 */
export async function run(
  args,
  {
    cwd = folder,
    env = {},
    out = /** @type {'closed' | number | undefined} */ (undefined),
    isProcess = isSpawning,
  } = {},
) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
  const environment = { ...clean, NO_COLOR: '1', ...env };
  if (!isProcess && out === undefined && !Object.keys(env).some(isOfProcess))
    return runInThread({ module: pathToFileURL(command).href, args, cwd, env: environment });
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: environment,
    stdio: ['ignore', typeof out === 'number' ? out : 'pipe', 'pipe'],
  });
  if (out === 'closed') child.stdout.destroy();
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([
    out === undefined ? text(child.stdout) : '',
    text(child.stderr),
    ended,
  ]);
  return { status, stdout, stderr };
}

/** Runs `apply` without waits before retries. */
export const apply = (url, args, more) => run(['apply', '--base-url', url, '--wait', '0', ...args], more);

export const stateOf = (cwd) =>
  existsSync(join(cwd, 'state')) ? JSON.parse(readFileSync(join(cwd, 'state'), 'utf8')) : undefined;

/** Listens on a loopback address until the test file ends; returns the port. */
export async function listen(server, port = 0) {
  const sockets = new Set();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(null)));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server.address().port;
}

/** Starts a service that calls `handle` for each request; returns its port and the received requests. */
export async function serve(handle, { tls = undefined, port = 0 } = /** @type {any} */ ({})) {
  const requests = [];
  const receive = async (request, response) => {
    const { method, url, headers, socket } = request;
    requests.push({ method, url, headers, socket, body: await text(request) });
    handle(response, requests);
  };
  const server = tls === undefined ? createServer(receive) : createTlsServer(tls, receive);
  return { port: await listen(server, port), requests };
}

/** Responds with a status, a body and headers. */
export const respond = (response, status, body = '{}', headers = {}) => response.writeHead(status, headers).end(body);

/** Responds to a creation with the next id, from 101. */
export const create = (response, requests) => respond(response, 201, JSON.stringify({ id: 100 + requests.length }));

let certificates = 0;
/** Makes a self-signed certificate for a name such as `IP:127.0.0.1`. */
export function certificate(name, days = 1) {
  const at = join(folder, `certificate-${++certificates}`);
  const openssl = (line) => {
    const { status, stderr } = spawnSync('openssl', line.split(' '), { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  openssl(`req -new ${key} -subj /CN=test -addext subjectAltName=${name} -keyout ${at}.key -out ${at}.csr`);
  openssl(`x509 -req -in ${at}.csr -signkey ${at}.key -days ${days} -copy_extensions copy -out ${at}.pem`);
  return { file: `${at}.pem`, tls: { key: readFileSync(`${at}.key`), cert: readFileSync(`${at}.pem`) } };
}
