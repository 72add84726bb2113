// Tests `renewal-rules apply` against servers that fail at each stage of a call: only a creation that a service may
// have executed is unconfirmed, and only a call that may succeed later is sent again.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { apply, certificate, create, files, listen, respond, serve, stateOf } from './apply.js';
import { folder, given } from './cli.js';

/** Runs `apply` until its first call fails; returns the result, the state, and how often the call was tried. */
async function first(url, env = {}) {
  const cwd = given(files);
  const result = await apply(url, ['--no-token', '--state', 'state', 'setup.json'], { cwd, env });
  return { ...result, cwd, tries: result.stderr.split('POST ').length - 1, state: stateOf(cwd) };
}

it('says that the wait before another attempt would be too long', async () => {
  const { port } = await serve((response) => respond(response, 429, '', { 'retry-after': '4000' }));
  const { status, stderr } = await first(`http://127.0.0.1:${port}`);
  assert.equal(status, 1);
  assert.doesNotMatch(stderr, /trying again/);
  assert.match(stderr, /the next attempt would be in 4000 s, and the longest wait is 3600 s/);
});

/** Runs `apply`, and asserts that the first call failed before it was sent. */
async function unsent(url, env) {
  const result = await first(url, env);
  assert.deepEqual([result.status, result.state?.isSent, result.state?.done], [2, false, []], result.stderr);
  return result;
}

const local = {
  untrusted: certificate('IP:127.0.0.1'),
  expired: certificate('IP:127.0.0.1', -1),
  other: certificate('DNS:shop.example'),
};

describe('a call that fails before it is sent', () => {
  it('suggests NODE_EXTRA_CA_CERTS for an untrusted certificate', async () => {
    const { port, requests } = await serve(create, { tls: local.untrusted.tls });
    const { stderr, tries, cwd } = await unsent(`https://127.0.0.1:${port}`);
    assert.deepEqual([tries, requests.length], [1, 0]);
    assert.match(stderr, /certificate; if you trust its issuer, set NODE_EXTRA_CA_CERTS to a PEM file/);
    const env = { NODE_EXTRA_CA_CERTS: local.untrusted.file };
    const again = await apply(`https://127.0.0.1:${port}`, ['--no-token', '--state', 'state'], { cwd, env });
    assert.deepEqual([again.status, stateOf(cwd).done], [0, [101, 102]], again.stderr);
  });

  it('is not retried if the certificate is expired or mismatched', async () => {
    for (const [{ tls, file }, words] of /** @type {[any, RegExp][]} */ ([
      [local.expired, /expired; check this computer's clock/],
      [local.other, /altnames.*; name the server in --base-url as its certificate does/],
    ])) {
      const { port, requests } = await serve(create, { tls });
      const { stderr, tries } = await unsent(`https://127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: file });
      assert.deepEqual([tries, requests.length], [1, 0]);
      assert.match(stderr, words);
    }
  });

  it('is not retried if the server does not support TLS', async () => {
    const { port, requests } = await serve(create);
    const { stderr, tries } = await unsent(`https://127.0.0.1:${port}`);
    assert.deepEqual([tries, requests.length], [1, 0]);
    assert.match(stderr, /SSL routines: .*; the server does not speak TLS here, .*--base-url/);
    // A server with TLS may close a connection in the handshake because of a transient failure.
    const closing = await listen(createServer((socket) => socket.once('data', () => socket.destroy())));
    assert.match((await unsent(`https://127.0.0.1:${closing}`)).stderr, /no TLS at this port, begin .* with http:/);
  });

  it('is not retried if the server requires TLS', async () => {
    // Some servers with TLS respond to a request in plain text with this TLS alert.
    const alert = Buffer.from([21, 3, 1, 0, 2, 2, 70]);
    const port = await listen(createServer((socket) => socket.once('data', () => socket.end(alert))));
    const { stderr, tries } = await unsent(`http://127.0.0.1:${port}`);
    assert.equal(tries, 1);
    assert.match(stderr, /expects TLS; begin --base-url with https:/);
  });

  it('is not retried if a client certificate is required', async () => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
      const tls = { ...local.untrusted.tls, requestCert: true, rejectUnauthorized: true, maxVersion };
      const { port, requests } = await serve(create, { tls });
      const { tries } = await unsent(`https://127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: local.untrusted.file });
      assert.deepEqual([tries, requests.length], [1, 0], maxVersion);
    }
  });

  it('is retried if refused, and names ignored proxy variables', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    await once(server, 'close');
    const plain = await unsent(`http://127.0.0.1:${port}`);
    assert.equal(plain.tries, 6);
    assert.doesNotMatch(plain.stderr, /proxy/i);
    const env = { https_proxy: 'http://u:secret@127.0.0.1:1', HTTP_PROXY: 'x', all_proxy: 'y' };
    const { stderr } = await unsent(`http://127.0.0.1:${port}`, env);
    assert.match(stderr, /HTTP_PROXY and all_proxy are set, but not used: this command connects directly/);
    assert.match(
      (await unsent(`https://127.0.0.1:${port}`, { https_proxy: env.https_proxy })).stderr,
      /https_proxy is/,
    );
    assert.doesNotMatch(stderr, /secret/);
  });

  it('is retried for network errors, but not for an unknown host', async () => {
    const preload = join(folder, 'lookup.mjs');
    writeFileSync(
      preload,
      `import dns from 'node:dns';
      dns.lookup = (host, options, done) => {
        const code = process.env.LOOKUP;
        process.nextTick(done, Object.assign(new Error(code + ' ' + host), { code }));
      };`,
    );
    for (const [code, tries] of /** @type {[string, number][]} */ ([
      ['EAI_AGAIN', 6],
      ['EHOSTUNREACH', 6],
      ['ENETUNREACH', 6],
      ['EADDRNOTAVAIL', 6],
      ['ENOTFOUND', 1],
    ])) {
      const result = await unsent('http://shop.example', { LOOKUP: code, NODE_OPTIONS: `--import ${preload}` });
      assert.equal(result.tries, tries, code);
    }
  });
});

describe('a redirect', () => {
  it('is not followed, and the error names the base URL to use', async () => {
    // With 303, and with 301 or 302 from some servers, the service has executed the call and redirects to its result.
    for (const [status, isSent] of /** @type {[number, boolean][]} */ ([
      [301, true],
      [302, true],
      [303, true],
      [307, false],
      [308, false],
    ])) {
      const { port, requests } = await serve((response) =>
        respond(response, status, '', { location: 'https://u:pw@shop.example/api/v1/product?t=1' }),
      );
      const { stderr, state } = await first(`http://127.0.0.1:${port}`);
      assert.deepEqual([requests.length, state.isSent, state.done], [1, isSent, []], stderr);
      assert.match(
        stderr,
        /redirects to https:\/\/shop\.example\/api\/v1\/product, .*use --base-url https:\/\/shop\.example\/api\n/,
      );
      assert.equal(stderr.includes('--not-made'), isSent);
      assert.doesNotMatch(stderr, /pw/);
    }
  });

  it('of the login is reported, too', async () => {
    const { port, requests } = await serve((response) =>
      respond(response, 307, '', { location: 'https://shop.example/api/v1/login_check' }),
    );
    const account = { RENEWAL_RULES_TOKEN: '', RENEWAL_RULES_USERNAME: 'u', RENEWAL_RULES_PASSWORD: 'p' };
    const cwd = given(files);
    const words = ['--state', 'state', 'setup.json'];
    const { status, stderr } = await apply(`http://127.0.0.1:${port}`, words, { cwd, env: account });
    assert.deepEqual([status, requests.length], [2, 1], stderr);
    assert.match(stderr, /login_check: the server redirects to .*use --base-url https:\/\/shop\.example\/api\n/);
  });

  it('is reported if it leads to another path or to no URL', async () => {
    for (const [location, words] of /** @type {[string | undefined, RegExp][]} */ ([
      ['/login', /redirects to http:\/\/127\.0\.0\.1:\d+\/login, which is not followed; check --base-url/],
      [
        '/v1/product/',
        /redirects to http:\/\/127\.0\.0\.1:\d+\/v1\/product\/, which is not followed; check --base-url/,
      ],
      ['http://', /not to a URL; check --base-url/],
      [undefined, /not to a URL; check --base-url/],
    ])) {
      const { port } = await serve((response) =>
        respond(response, 302, '', location === undefined ? {} : { location }),
      );
      assert.match((await first(`http://127.0.0.1:${port}`)).stderr, words);
    }
  });
});

describe('a call that was sent', () => {
  it('is unconfirmed if no complete success response arrives', async () => {
    const cutOff = 'HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"id":1';
    for (const reply of [
      '',
      'no HTTP\r\n\r\n',
      'HTTP/1.1 099 Early\r\ncontent-length: 0\r\n\r\n',
      cutOff,
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ]) {
      const port = await listen(createServer((socket) => socket.once('data', () => socket.end(reply))));
      const { status, state, stderr } = await first(`http://127.0.0.1:${port}`);
      assert.deepEqual([status, state.isSent], [1, true], reply);
      assert.match(stderr, /\(--made ID or --not-made\)\n$/);
      // The incomplete body is printed, because it may contain the id of the created product.
      if (reply === cutOff) assert.match(stderr, /status 201 was cut off.*\n\{"id":1\n/);
    }
  });

  it('fails by its status, even if the body is cut off', async () => {
    const reply = 'HTTP/1.1 422 No\r\ncontent-length: 99\r\n\r\n{"why":';
    const port = await listen(createServer((socket) => socket.once('data', () => socket.end(reply))));
    const { status, state, stderr } = await first(`http://127.0.0.1:${port}`);
    assert.deepEqual([status, state.isSent], [1, false]);
    assert.match(stderr, /status 422.*\n\{"why":\n$/);
  });

  it('uses a new connection without keep-alive', async () => {
    const { port, requests } = await serve((response, requests) => {
      response.setHeader('connection', 'keep-alive');
      create(response, requests);
    });
    assert.equal((await first(`http://127.0.0.1:${port}`)).status, 0);
    assert.equal(new Set(requests.map(({ socket }) => socket)).size, 2);
    assert.deepEqual([...new Set(requests.map(({ headers }) => headers.connection))], ['close']);
  });

  it('may use a port that browsers block', async () => {
    const ports = [6667, 6668, 6669, 6666, 5061, 10_080];
    for (const port of ports) {
      const service = await serve(create, { port }).catch(({ code }) => assert.equal(code, 'EADDRINUSE'));
      if (service === undefined) continue;
      assert.equal((await first(`http://127.0.0.1:${port}`)).status, 0);
      return;
    }
    assert.fail('all ports are in use');
  });
});
