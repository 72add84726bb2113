// Libraries that take the schema as it is, each as its users call it.

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { check, productSchema, toTypedSchema } from 'renewal-rules';

const broken = { licence_term: 'P1M', renew_settings: { product_id_for_renew: [102, 103], renew_ar: { enable: true } }, variants: [{ vendor_code: 'V1', price: { common: { currency: 'USD', price: '9.99' } } }] };
const sound = { ...broken, renew_settings: { product_id_for_renew: [102, 103, 103], renew_ar: { enable: true } }, variants: [{ ...broken.variants[0], sku: 'S1' }] };
const messages = (product) => check(product).diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);

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
  const app = new Hono().post('/products', sValidator('json', productSchema), (context) => context.json(context.req.valid('json')));
  const send = (product) => app.request('/products', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(product) });
  const accepted = await send(sound);
  assert.deepEqual([accepted.status, await accepted.json()], [200, sound]);
  const refused = await send(broken);
  assert.equal(refused.status, 400);
  assert.deepEqual((await refused.json()).error.map(({ code, path }) => [code, path]), [['chain-last-not-repeated', ['renew_settings', 'product_id_for_renew']], ['missing-field', ['variants', 0, 'sku']]]);
});

it('oRPC', async () => {
  const { call, os } = await import('@orpc/server');
  const save = os.input(productSchema).handler(({ input }) => input);
  assert.deepEqual(await call(save, sound), sound);
  await assert.rejects(call(save, broken), ({ code, data }) => {
    assert.equal(code, 'BAD_REQUEST');
    assert.deepEqual(data.issues.map(({ message }) => message), messages(broken));
    return true;
  });
});

it('vee-validate 4, by an adapter', async () => {
  const { createSSRApp, h } = await import('vue');
  const { renderToString } = await import('vue/server-renderer');
  const { useForm } = await import('vee-validate');
  const validated = async (initialValues, validationSchema) => {
    let form;
    const app = createSSRApp({
      setup() {
        form = useForm({ initialValues, validationSchema });
        return () => h('p');
      },
    });
    await renderToString(app);
    return form.validate();
  };
  const typed = toTypedSchema(productSchema);
  const { valid, errors } = await validated(broken, typed);
  assert.equal(valid, false);
  const [chain, sku] = messages(broken);
  assert.deepEqual(errors, { 'renew_settings.product_id_for_renew': chain, 'variants[0].sku': sku });
  const fine = await validated(sound, typed);
  assert.deepEqual([fine.valid, fine.values], [true, sound]);
});
