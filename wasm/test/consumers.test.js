// Libraries that take the schema as it is, each as its users call it.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as esbuild from 'esbuild';

import { check, productSchema, toTypedSchema } from 'renewal-rules';
import { run, tool } from './pack.js';
import { broken, sound } from './products.js';

const jsonSchema = JSON.parse(readFileSync(new URL('../schema.json', import.meta.url), 'utf8'));

const messages = (product) =>
  check(product)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

it('Conform', async () => {
  const { formatIssues } = await import('@conform-to/dom/future');
  const validate = (value) => formatIssues(productSchema['~standard'].validate(value).issues ?? []);
  const { formErrors, fieldErrors } = validate(broken);
  assert.equal(formErrors, null);
  const [chain, sku] = messages(broken);
  assert.deepEqual(fieldErrors, { 'renew_settings.product_id_for_renew': [chain], 'variants[0].sku': [sku] });
  assert.deepEqual(validate(sound), { formErrors: null, fieldErrors: {} });
  assert.deepEqual(validate(1).formErrors, messages(1));
});

it('Hono', async () => {
  const { Hono } = await import('hono');
  const { sValidator } = await import('@hono/standard-validator');
  const app = new Hono().post('/products', sValidator('json', productSchema), (context) =>
    context.json(context.req.valid('json')),
  );
  const send = (product) =>
    app.request('/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(product),
    });
  const accepted = await send(sound);
  assert.deepEqual([accepted.status, await accepted.json()], [200, sound]);
  const refused = await send(broken);
  assert.equal(refused.status, 400);
  assert.deepEqual(
    (await refused.json()).error.map(({ code, path }) => [code, path]),
    [
      ['chain-last-not-repeated', ['renew_settings', 'product_id_for_renew']],
      ['missing-field', ['variants', 0, 'sku']],
    ],
  );
});

it('oRPC', async () => {
  const { call, os } = await import('@orpc/server');
  const save = os.input(productSchema).handler(({ input }) => input);
  assert.deepEqual(await call(save, sound), sound);
  await assert.rejects(call(save, /** @type {any} */ (broken)), ({ code, data }) => {
    assert.equal(code, 'BAD_REQUEST');
    assert.deepEqual(
      data.issues.map(({ message }) => message),
      messages(broken),
    );
    return true;
  });
});

it('Superforms', async () => {
  const contents =
    "export { superValidate } from 'sveltekit-superforms/server'; export { standard } from 'sveltekit-superforms/adapters';";
  // As SvelteKit bundles it, which alone has `$app`.
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: { '$app/server': 'esm-env' },
    write: false,
  });
  const { standard, superValidate } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  const schema = standard(productSchema, {
    defaults: {},
    jsonSchema: { ...jsonSchema, $schema: 'http://json-schema.org/draft-07/schema#' },
  });
  const fine = await superValidate(structuredClone(sound), schema);
  assert.deepEqual([fine.valid, fine.errors, fine.data], [true, {}, sound]);
  const { valid, errors } = await superValidate(structuredClone(broken), schema);
  const [chain, sku] = messages(broken);
  assert.deepEqual(
    [valid, errors],
    [false, { renew_settings: { product_id_for_renew: { _errors: [chain] } }, variants: { 0: { sku: [sku] } } }],
  );
});

/** What `setup` makes within a Vue application. */
async function inVue(setup) {
  const { createSSRApp, h } = await import('vue');
  const { renderToString } = await import('vue/server-renderer');
  let result;
  const app = createSSRApp({
    setup() {
      result = setup();
      return () => h('p');
    },
  });
  await renderToString(app);
  return result;
}

it('Regle', async () => {
  const { useRegleSchema } = await import('@regle/schemas');
  const validated = async (values) => {
    const { r$ } = await inVue(() => useRegleSchema(structuredClone(values), productSchema, {}));
    const { valid } = await r$.$validate();
    return [valid, r$.$errors.renew_settings.product_id_for_renew.$self, r$.$errors.variants.$each[0].sku ?? []];
  };
  assert.deepEqual(await validated(broken), [false, ...messages(broken).map((message) => [message])]);
  assert.deepEqual(await validated(sound), [true, [], []]);
});

// Version 4 knows nothing of Standard Schema.
for (const [version, name, schema] of /** @type {[number, string, any][]} */ ([
  [4, 'vee-validate', toTypedSchema(productSchema)],
  [5, 'vee-validate-5', productSchema],
])) {
  it(`vee-validate ${version}`, async () => {
    const { useForm } = await import(name);
    const validated = async (initialValues) =>
      (await inVue(() => useForm({ initialValues, validationSchema: schema }))).validate();
    const { valid, errors } = await validated(broken);
    assert.equal(valid, false);
    const [chain, sku] = messages(broken);
    assert.deepEqual(errors, {
      'renew_settings.product_id_for_renew': chain,
      [version === 4 ? 'variants[0].sku' : 'variants.0.sku']: sku,
    });
    const fine = await validated(sound);
    assert.deepEqual([fine.valid, fine.values], [true, sound]);
    const twice = {
      renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true }, renew_email: true },
      licence_term: 'P3D',
    };
    if (version === 4)
      assert.deepEqual((await schema.parse(twice)).errors, [{ path: 'licence_term', errors: messages(twice) }]);
  });
}

it('form libraries take the schema of a form in one line', () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    types: [],
    // Theirs have findings of their own.
    skipLibCheck: true,
  };
  const file = fileURLToPath(new URL('./consumers/tsconfig.json', import.meta.url));
  writeFileSync(file, JSON.stringify({ compilerOptions, files: ['forms.ts'] }));
  try {
    run(tool('tsc'), ['-p', file]);
  } finally {
    rmSync(file);
  }
});
