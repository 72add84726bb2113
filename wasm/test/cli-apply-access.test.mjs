// Tests `renewal-rules apply`: the base URL that it accepts, and the token and credentials that it sends and hides.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { apply, create, files, respond, serve, stateOf } from './apply.js';
import { given, refused } from './cli.js';

const CREDENTIALS = { RENEWAL_RULES_USERNAME: 'vendor', RENEWAL_RULES_PASSWORD: 'open sesame' };

/** Starts a service that creates products for the token `valid`, which a login returns. */
async function service() {
  const { port, requests } = await serve((response, requests) => {
    const { url, headers } = requests.at(-1);
    if (url === '/v1/login_check') respond(response, 200, '{"token":"valid"}');
    else if (headers.authorization === 'Bearer valid') create(response, requests);
    else respond(response, 401);
  });
  const paths = () => requests.map(({ url }) => url);
  return { url: `http://127.0.0.1:${port}`, paths };
}

const begin = (url, env, cwd = given(files)) => apply(url, ['--state', 'state', 'setup.json'], { cwd, env });

describe('the base URL', () => {
  it('is rejected before any request if it is invalid', () => {
    const cwd = given(files);
    const isRefused = (url, words, command, ...args) =>
      refused(
        [command, '--base-url', url, '--no-token', ...args, 'setup.json'],
        new RegExp(`^renewal-rules: --base-url (?!.*hunter2).*${words.source}`),
        { cwd },
      );
    for (const [url, words] of /** @type {[string, RegExp][]} */ ([
      ['', /must be an absolute URL .*http:.*https:.*; given: ""/],
      ['shop.example/api', /must be an absolute URL/],
      ['localhost:8080', /must be an absolute URL/],
      ['ftp://shop.example', /must be an absolute URL/],
      ['http://shop.example:99999', /must be an absolute URL/],
      ['user:hunter2@shop.example', /must be an absolute URL .*; given: "…@shop\.example"/],
      ['ftp://user:hunter2@shop.example', /must be an absolute URL .*; given: "ftp:\/\/…@shop\.example"/],
      ['https://user:hunter2@shop.example/a', /credentials: .*_PASSWORD; given: "https:\/\/…@shop\.example\/a"/],
      ['https://hunter2@shop.example', /must not contain credentials/],
      ['https://:hunter2@shop.example', /must not contain credentials/],
      ['https://@shop.example', /must not contain credentials/],
      ['https:\\\\user:hunter2@shop.example', /must not contain credentials/],
      ['https://user:hunter2@x@shop.example', /must not contain credentials/],
      ['https://shop.example/?token=hunter2', /must not contain a query: .*; given: "https:\/\/shop\.example\/\?…"/],
      ['https://shop.example:0', /must not have the port 0/],
      ['https://shop.example?', /must not contain a query/],
      ['https://shop.example/#hunter2', /must not contain a fragment/],
      ['https://shop.example/#', /must not contain a fragment/],
    ])) {
      isRefused(url, words, 'apply', '--state', 'state');
    }
    for (const more of [
      ['apply', '--dry-run'],
      ['update', '--current', 'none.json', '--id', '1'],
    ])
      isRefused('ftp://user:hunter2@shop.example', /must be an absolute URL/, ...more);
    assert.equal(existsSync(join(cwd, 'state')), false);
  });

  it('may end with slashes and /v1, and have a path', async () => {
    const { port, requests } = await serve(create);
    for (const path of ['', '/', '/v1', '/v1/', '/api/@x', '/api//']) {
      const cwd = given(files);
      const url = `http://127.0.0.1:${port}${path}`;
      assert.equal((await apply(url, ['--no-token', '--state', 'state', 'setup.json'], { cwd })).status, 0, path);
    }
    assert.deepEqual(
      [...new Set(requests.map(({ url }) => url))],
      ['/v1/product', '/api/@x/v1/product', '/api/v1/product'],
    );
  });
});

describe('the token', () => {
  it('is replaced by a login if it is empty or rejected', async () => {
    for (const token of ['', 'expired']) {
      const { url, paths } = await service();
      const { status, stderr } = await begin(url, { ...CREDENTIALS, RENEWAL_RULES_TOKEN: token });
      assert.equal(status, 0, stderr);
      const refusal = token === '' ? [] : ['/v1/product'];
      assert.deepEqual(paths(), [...refusal, '/v1/login_check', '/v1/product', '/v1/product']);
      if (token !== '') assert.match(stderr, /refused the token in RENEWAL_RULES_TOKEN \(401\).*; logging in\n$/);
    }
    const { url, paths } = await service();
    assert.equal((await begin(url, { ...CREDENTIALS, RENEWAL_RULES_TOKEN: 'valid' })).status, 0);
    assert.deepEqual(paths(), ['/v1/product', '/v1/product']);
  });

  it('is named in the error if it is rejected without credentials', async () => {
    for (const env of [{}, { RENEWAL_RULES_USERNAME: 'u', RENEWAL_RULES_PASSWORD: '' }]) {
      const { url } = await service();
      const cwd = given(files);
      const { status, stderr } = await begin(url, { ...env, RENEWAL_RULES_TOKEN: 'expired' }, cwd);
      assert.deepEqual([status, stateOf(cwd).isSent], [1, false]);
      assert.match(
        stderr,
        /RENEWAL_RULES_TOKEN \(401\), .*unset it and set RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD/,
      );
    }
  });

  it('is requested only twice if the service rejects each one', async () => {
    const { port, requests } = await serve((response, requests) => {
      if (requests.at(-1).url === '/v1/login_check') respond(response, 200, '{"token":"T"}');
      else respond(response, 401);
    });
    assert.equal((await begin(`http://127.0.0.1:${port}`, CREDENTIALS)).status, 1);
    const login = '/v1/login_check';
    assert.deepEqual(
      requests.map(({ url }) => url),
      [login, '/v1/product', login, '/v1/product'],
    );
  });
});

describe('credentials', () => {
  it('are reported as missing if they are empty', async () => {
    const cwd = given(files);
    for (const name of Object.keys(CREDENTIALS)) {
      const { status, stderr } = await begin('http://127.0.0.1:1', { ...CREDENTIALS, [name]: '' }, cwd);
      assert.equal(status, 2);
      assert.match(stderr, new RegExp(`missing environment variable ${name}`));
    }
  });
});

describe('secrets', () => {
  it('are redacted in every spelling of JSON, URLs and HTML, and in logins that are cut off', async () => {
    const secret = 'se/sa"me\\1';
    const spellings = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      'se\\/sa\\u0022me\\u005C1',
      '\\u0073e/sa\\"me\\\\1',
      encodeURIComponent(secret),
      'se%2fsa%22me%5c%31',
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      'se&#x2F;sa&quot;me&#92;1',
      'se&#47;sa&#034;me&#x05c;&#49;',
    ];
    const { port } = await serve((response, requests) => {
      if (requests.length === 1) response.writeHead(200, { 'content-length': '99' }).write('{"token":"cut-off-token"');
      if (requests.length === 1) setImmediate(() => response.destroy());
      else if (requests.length === 2) respond(response, 200, '{"token":"token"}');
      else respond(response, 422, `["${spellings.join('","')}"]`);
    });
    const cwd = given(files);
    const env = { ...CREDENTIALS, RENEWAL_RULES_PASSWORD: secret };
    const { stderr } = await apply(`http://127.0.0.1:${port}`, ['--state', 'state', 'setup.json'], { cwd, env });
    assert.match(stderr, /login_check: the body of status 200 was cut off/);
    assert.match(stderr, /\["…","…","…","…","…","…","…","…","…"\]/);
    assert.doesNotMatch(stderr, /cut-off-token/);
  });

  it('are redacted in responses that repeat them', async () => {
    const { port } = await serve((response, requests) => {
      const { url, headers, body } = requests.at(-1);
      if (url === '/v1/login_check') respond(response, 200, '{"token":"a\\"b c","refresh_token":"renewed sesame"}');
      else respond(response, 422, JSON.stringify({ headers, body, first: requests[0].body, more: 'renewed sesame' }));
    });
    const cwd = given(files);
    const args = ['--state', 'state', '--format', 'json', 'setup.json'];
    const { stdout, stderr } = await apply(`http://127.0.0.1:${port}`, args, { cwd, env: CREDENTIALS });
    const { body } = JSON.parse(stdout).error;
    for (const text of [body, stderr]) {
      assert.match(text, /Bearer …/);
      assert.match(text, /"password\\":\\"…\\"/);
      assert.doesNotMatch(text, /sesame|b c/);
    }
  });

  it('leave ids and messages intact if they are short or empty', async () => {
    for (const env of [{ RENEWAL_RULES_TOKEN: '1' }, { RENEWAL_RULES_TOKEN: '' }]) {
      const { port } = await serve((response, requests) =>
        requests.length === 1 ? create(response, requests) : respond(response, 422, '{"why":"because"}'),
      );
      const more = env.RENEWAL_RULES_TOKEN === '' ? ['--no-token'] : [];
      const cwd = given(files);
      const args = [...more, '--state', 'state', 'setup.json'];
      const { stdout, stderr } = await apply(`http://127.0.0.1:${port}`, args, { cwd, env });
      assert.match(stdout, /create \/renewals\/0, id 101\n/);
      assert.match(stderr, /\n\{"why":"because"\}\n$/);
    }
  });
});
