// Tests the schemas with the libraries that accept Standard Schema, as documented by each library.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as esbuild from 'esbuild';

import { check, formSchema, productSchema } from 'renewal-rules';
import { compile } from '../pack.js';
import { broken, sound } from '../products.js';

const jsonSchema = JSON.parse(readFileSync(new URL('../../schema.json', import.meta.url), 'utf8'));

const messages = (product) =>
  check(product)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

const CHAIN = 'renew_settings.product_id_for_renew';
const SKU = 'variants[0].sku';
/** Returns the values of a form with this chain. */
const values = (chain) => ({ licence_term: 'P1M', renew_settings: { product_id_for_renew: chain, renew_pmr: true } });

it('TanStack Form reports errors at their fields', async () => {
  const { FormApi, FieldApi } = await import('@tanstack/form-core');
  for (const [schema, defaultValues, ...steps] of /** @type {any[][]} */ ([
    [
      productSchema,
      broken,
      { [CHAIN]: [[102, 103], 'chain-last-not-repeated'], [SKU]: [undefined, 'missing-field'] },
      { [CHAIN]: [[102, 103, 103]], [SKU]: ['S1'] },
    ],
    [formSchema, values(''), { [CHAIN]: ['102 103 x', 'type-mismatch'] }, { [CHAIN]: ['102 103 103'] }],
  ])) {
    const form = new FormApi({ defaultValues: structuredClone(defaultValues), validators: { onChange: schema } });
    form.mount();
    const fields = Object.keys(steps[0]).map((name) => new FieldApi({ form, name }));
    for (const field of fields) field.mount();
    for (const step of steps) {
      for (const field of fields) field.setValue(step[field.name][0]);
      const codes = fields.map(({ state }) => state.meta.errors.map(({ code }) => code));
      assert.deepEqual(
        codes,
        fields.map(({ name }) => step[name].slice(1)),
      );
      assert.equal(form.state.canSubmit, codes.flat().length === 0);
    }
  }
});

it('Mantine reports errors at their fields', async () => {
  const { schemaResolver } = await import('@mantine/form');
  const resolve = schemaResolver(productSchema, { sync: true });
  assert.deepEqual(Object.keys(resolve(broken)), [CHAIN, 'variants.0.sku']);
  assert.deepEqual(resolve(sound), {});
  assert.deepEqual(Object.keys(schemaResolver(formSchema, { sync: true })(values('102 103'))), [CHAIN]);
});

it('tRPC rejects an invalid product with its messages', async () => {
  const { initTRPC } = await import('@trpc/server');
  const t = initTRPC.create();
  const router = t.router({ save: t.procedure.input(productSchema).mutation(({ input }) => input) });
  const caller = t.createCallerFactory(router)({});
  assert.deepEqual(await caller.save(sound), sound);
  await assert.rejects(caller.save(/** @type {any} */ (broken)), ({ code, cause }) => {
    assert.equal(code, 'BAD_REQUEST');
    assert.deepEqual(
      cause.issues.map(({ message }) => message),
      messages(broken),
    );
    return true;
  });
});

it('Conform reports errors at their fields', async () => {
  const { formatIssues } = await import('@conform-to/dom/future');
  const validate = (value) => formatIssues(productSchema['~standard'].validate(value).issues ?? []);
  const { formErrors, fieldErrors } = validate(broken);
  assert.equal(formErrors, null);
  const [chain, sku] = messages(broken);
  assert.deepEqual(fieldErrors, { [CHAIN]: [chain], [SKU]: [sku] });
  assert.deepEqual(validate(sound), { formErrors: null, fieldErrors: {} });
  assert.deepEqual(validate(1), { formErrors: null, fieldErrors: { name: messages(1) } });
});

it('Hono rejects an invalid product with codes and paths', async () => {
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

it('oRPC rejects an invalid product with its messages', async () => {
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

it('Superforms reports errors at their fields', async () => {
  const contents =
    "export { superValidate } from 'sveltekit-superforms/server'; export { standard } from 'sveltekit-superforms/adapters';";
  // Bundle with a stub for `$app`, which exists only within SvelteKit.
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: { '$app/server': 'esm-env' },
    // esbuild resolves an alias from the working directory.
    nodePaths: [`${import.meta.dirname}/../node_modules`],
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

/** Runs `setup` within a Vue application and returns its result. */
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

it('Regle reports errors at their fields', async () => {
  const { useRegleSchema } = await import('@regle/schemas');
  const validated = async (values) => {
    const { r$ } = await inVue(() => useRegleSchema(structuredClone(values), productSchema, {}));
    const { valid } = await r$.$validate();
    return [valid, r$.$errors.renew_settings.product_id_for_renew.$self, r$.$errors.variants.$each[0].sku ?? []];
  };
  assert.deepEqual(await validated(broken), [false, ...messages(broken).map((message) => [message])]);
  assert.deepEqual(await validated(sound), [true, [], []]);
});

it('vee-validate 5 reports errors at their fields', async () => {
  const { useForm } = await import('vee-validate-5');
  const validated = async (initialValues) =>
    (await inVue(() => useForm({ initialValues, validationSchema: productSchema }))).validate();
  const { valid, errors } = await validated(broken);
  assert.equal(valid, false);
  const [chain, sku] = messages(broken);
  assert.deepEqual(errors, { [CHAIN]: chain, 'variants.0.sku': sku });
  const fine = await validated(sound);
  assert.deepEqual([fine.valid, fine.values], [true, sound]);
});

it('form libraries accept formSchema in one line', () => {
  const bundled = { module: 'esnext', moduleResolution: 'bundler' };
  // skipLibCheck: the libraries' own types have errors.
  const options = { ...bundled, exactOptionalPropertyTypes: true, skipLibCheck: true };
  compile(fileURLToPath(new URL('.', import.meta.url)), ['forms.ts'], options);
});
