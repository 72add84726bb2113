// Runs every example of the README and compares its output with the documented one.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { JSDOM } from 'jsdom';

import * as tools from 'renewal-rules/tools';

import { compile, root, run } from './pack.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = (kind) => [...readme.matchAll(new RegExp(`\`\`\`${kind}\\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text);
// A folder inside the package, so that `renewal-rules` resolves to the package itself.
const folder = mkdtempSync(join(root, 'test/readme-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Expected output by a substring that only that example contains. */
const prints = /** @type {any[][]} */ ([
  ['message } of report', blocks('text')[0]],
  ['fix(text)', 'term-format 2 19\n{\n  "licence_term": "P1M"\n}\n\n{ licence_term: \'P1M\' }\n'],
  ['schema[', /^licence_term: Licence term .*\nvariants\.0\.price\.common\.currency: Currency is missing/],
  ['InvalidProductError, isProduct', 'true 101\nterm-format\n'],
  ['skuFor(product, 0)', 'ar\npmr\nS1-AR Renews by itself.\n'],
  ["from 'renewal-rules/messages/ru'", 'true\n'],
  ['timelineTable(product', /2026-02-28[^]*2026-03-31[^]*P5D/],
  ['await init()', 'true\n'],
]);
const does = /** @type {any[][]} */ ([
  [
    'useProductForm',
    async ({ useProductForm }) => {
      const { window } = new JSDOM('<div></div>');
      Object.assign(globalThis, {
        window,
        document: window.document,
        HTMLElement: window.HTMLElement,
        IS_REACT_ACT_ENVIRONMENT: true,
      });
      Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
      const { act, createElement } = await import('react');
      const { createRoot } = await import('react-dom/client');
      const [term, chain, ar] = [
        'licence_term',
        'renew_settings.product_id_for_renew',
        'renew_settings.renew_ar.enable',
      ];
      let form;
      const Form = () => {
        form = useProductForm();
        // Subscribe to the errors, as a form that displays them does.
        form.formState.errors;
        return createElement(
          'form',
          null,
          [term, chain, ar].map((name) =>
            createElement('input', { key: name, type: name === ar ? 'checkbox' : 'text', ...form.register(name) }),
          ),
        );
      };
      const root = createRoot(window.document.querySelector('div'));
      await act(() => root.render(createElement(Form)));
      /** Changes a field as a user does; returns the fields that have an error afterwards. */
      const errorsAfter = async (name, value) => {
        /** @type {HTMLInputElement} */
        const input = window.document.querySelector(`[name="${name}"]`);
        await act(() => {
          if (name === ar) return input.click();
          Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value').set.call(input, value);
          return input.dispatchEvent(new window.Event('input', { bubbles: true }));
        });
        return [term, chain, ar].filter((field) => form.getFieldState(field, form.formState).invalid);
      };
      /** Submits the form; returns the submitted values, or `undefined` if validation fails. */
      const sent = async () => {
        let data;
        await act(() => form.handleSubmit((values) => (data = values))());
        return data;
      };
      // Unticked checkboxes do not make a product without renewals invalid.
      assert.deepEqual(await errorsAfter(term, 'P1M'), []);
      assert.deepEqual(await sent(), { licence_term: 'P1M' });
      // An invalid id within the list is reported at the input of the list.
      assert.deepEqual(await errorsAfter(chain, '102 x'), [chain]);
      assert.equal(await sent(), undefined);
      assert.deepEqual(await errorsAfter(chain, '102 102'), []);
      assert.deepEqual(await errorsAfter(ar), []);
      assert.deepEqual(await errorsAfter(term, 'P5D'), [term]);
      assert.equal(await sent(), undefined);
      assert.deepEqual(await errorsAfter(term, 'P7D'), []);
      assert.deepEqual(await sent(), {
        licence_term: 'P7D',
        renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true } },
      });
      await act(() => root.unmount());
    },
  ],
  [
    'applyToForm(form',
    ({ show }) => {
      const { document, FormData } = new JSDOM(
        '<form><input name="licence_term" value="soon"><p id="licence_term-error"></p></form>',
      ).window;
      globalThis.FormData = FormData;
      const { errorList } = show(document.forms[0]);
      assert.ok(errorList.some(({ text, href }) => text.startsWith('Licence term: ') && href === '#licence_term'));
      assert.notEqual(document.getElementById('licence_term-error').textContent, '');
    },
  ],
  [
    'carryOut',
    async ({ carryOut }) => {
      let id = 100;
      const saved = [];
      const progress = await carryOut(
        {
          initiator: { name: 'A', licence_term: 'P1M' },
          renewals: [{ name: 'B', licence_term: 'P1M' }],
          kinds: { ar: true },
        },
        async () => ({ status: 201, body: JSON.stringify({ id: ++id }) }),
        async (plan) => saved.push(plan),
      );
      assert.deepEqual([progress.done, progress.left], [2, 0]);
      assert.ok(saved.length >= 4);
      const never = () => assert.fail('called for an invalid setup');
      await assert.rejects(carryOut(1n, never, never), { name: 'SetupError', message: /cannot be converted to JSON/ });
      await assert.rejects(carryOut({ initiator: {}, renewals: [], kinds: { ar: true } }, never, never), {
        name: 'SetupError',
        message: /is missing/,
      });
    },
  ],
]);

describe('the README', () => {
  blocks('js').forEach((text, i) => {
    it(`has a working example: ${text.split('\n').find((line) => line.startsWith('import')) ?? text}`, async () => {
      const file = join(folder, `example-${i}.mjs`);
      writeFileSync(file, text);
      const [, expected] = prints.find(([mark]) => text.includes(mark)) ?? [];
      const [, done] = does.find(([mark]) => text.includes(mark)) ?? [];
      assert.ok(expected !== undefined || done !== undefined, 'the test has no expectation for this example');
      if (expected instanceof RegExp) assert.match(run('node', [file]), expected);
      else if (expected !== undefined) assert.equal(run('node', [file]), expected);
      else await done(await import(pathToFileURL(file).href));
    });
  });

  it('has examples that type-check with allowJs', () => {
    // Untyped parameters are allowed, as JavaScript has no types for them.
    const ofJavaScript = { allowJs: true, checkJs: true, noImplicitAny: false };
    compile(folder, ['*.mjs'], { ...ofJavaScript, types: ['node'], skipLibCheck: true });
  });

  it('has only absolute links and images', () => {
    for (const [, target] of readme.matchAll(/\]\(([^)]*)\)/g)) assert.match(target, /^(https:|#)/);
  });

  it('contains a valid setup', () => {
    const setup = blocks('json').find((text) => text.includes('initiator'));
    assert.equal(tools.Plan.create(tools.jsonText(setup)).progress.done, 0);
  });

  it('mentions every exported call', () => {
    for (const name of Object.keys(tools)) assert.match(readme, new RegExp(`\\b${name}\\b`));
  });

  it('has shell commands that run without errors', () => {
    const work = join(folder, 'work');
    mkdirSync(join(work, 'products'), { recursive: true });
    const product =
      '{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}';
    for (const name of ['product.json', 'products/a.json', 'catalogue.ndjson'])
      writeFileSync(join(work, name), `${product}\n`);
    const described = {
      family_name: 'F',
      name: 'N',
      licence_term: 'P1M',
      variants: [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'USD', price: '9.90' } } }],
    };
    writeFileSync(
      join(work, 'setup.json'),
      JSON.stringify({ initiator: described, renewals: [described], kinds: { ar: true } }),
    );
    const git = (...args) =>
      run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: work });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'Products');
    const commands = blocks('sh')
      .join('')
      .split('\n')
      .filter((line) => /^(npx renewal-rules|git) /.test(line));
    assert.ok(commands.length >= 5);
    for (const command of commands) {
      const [program, name, ...args] = command.split(' ');
      if (program === 'git') {
        git(name, ...args);
        continue;
      }
      // The service of the examples does not exist.
      if (args.includes('--base-url')) args.push('--dry-run');
      run('node', [join(root, 'dist/cli.js'), ...args], { cwd: work });
    }
  });
});
