import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { JSDOM } from 'jsdom';

import {
  applyToForm,
  check,
  dependsOn,
  diagnosticsByField,
  errorSummary,
  errorsByField,
  fix,
  formSchema,
  productSchema,
  toTypedSchema,
} from 'renewal-rules';
import { broken, sound } from './products.js';

const { document } = new JSDOM().window;

describe('Standard Schema', () => {
  const standard = productSchema['~standard'];

  it('is a plain object of version 1 that answers at once', () => {
    assert.equal(Object.getPrototypeOf(productSchema), Object.prototype);
    assert.equal(standard.version, 1);
    assert.equal(standard.vendor, 'renewal-rules');
  });

  it('gives the input itself back where it is sound', () => {
    assert.deepEqual(Object.keys(standard.validate(sound)), ['value']);
    assert.equal(standard.validate(sound).value, sound);
  });

  it('makes an issue of each error, with a path, code, params and related', () => {
    const failure = standard.validate(broken);
    assert.deepEqual(Object.keys(failure), ['issues']);
    const paths = failure.issues.map(({ path }) => path);
    assert.deepEqual(paths, [
      ['renew_settings', 'product_id_for_renew'],
      ['variants', 0, 'sku'],
    ]);
    for (const issue of failure.issues) {
      assert.equal(typeof issue.message, 'string');
      assert.equal(typeof issue.code, 'string');
      assert.equal(typeof issue.params, 'object');
      assert.ok(Array.isArray(issue.related));
    }
  });

  it('has an empty path for what concerns the whole, as form libraries expect it', () => {
    for (const value of [null, 1, [], 1n, undefined]) {
      assert.deepEqual(
        standard.validate(value).issues.map(({ path }) => path),
        [[]],
      );
    }
  });

  it('takes options for one validation', () => {
    const codes = (given) => standard.validate({ id: 1 }, given).issues?.map(({ code }) => code);
    assert.deepEqual(codes({ libraryOptions: { operation: 'create' } }), ['field-not-on-create']);
    for (const none of [undefined, {}, { libraryOptions: undefined }, null, 0]) assert.equal(codes(none), undefined);
    assert.throws(() => codes({ libraryOptions: { operatoin: 'create' } }), /operatoin/);
  });

  it('takes options, in addition to those it has', () => {
    const created = productSchema.with({ operation: 'create' });
    assert.ok(
      created['~standard'].validate({ ...sound, id: 1 }).issues.some(({ code }) => code === 'field-not-on-create'),
    );
    const renewal = created.with({ role: 'renewal' });
    const codes = renewal['~standard'].validate({ ...sound, id: 1 }).issues.map(({ code, path }) => [code, path[0]]);
    assert.deepEqual(codes, [
      ['field-not-on-create', 'id'],
      ['field-not-on-create', 'renew_settings'],
    ]);
  });

  it('keeps what it was given', () => {
    const short = {
      id: 101,
      licence_term: 'P5D',
      renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true } },
    };
    const given = { limits: { arMinDays: 5 } };
    const lenient = productSchema.with(given);
    given.limits.arMinDays = 6;
    assert.ok('value' in lenient['~standard'].validate(short));
    assert.ok('value' in lenient.with({ limits: { emailOnlineMinDays: 9 } })['~standard'].validate(short));
    assert.ok('issues' in lenient.with({ limits: { arMinDays: 6 } })['~standard'].validate(short));
    const back = productSchema
      .with({ operation: 'create', limits: { arMinDays: 5, emailOnlineMinDays: 9 } })
      .with({ operation: undefined, limits: { arMinDays: undefined } });
    assert.deepEqual(
      back['~standard'].validate({ ...short, id: 1 }).issues.map(({ code }) => code),
      ['term-below-minimum'],
    );
    assert.ok(
      'value' in
        productSchema
          .with({ limits: { arMinDays: 9 } })
          .with({ limits: undefined })
          ['~standard'].validate({ ...short, licence_term: 'P6D' }),
    );
    let operation = 'record';
    const changing = productSchema.with({
      get operation() {
        return operation;
      },
    });
    operation = 'nonsense';
    assert.ok('value' in changing['~standard'].validate(sound));
  });

  it('has at most as many issues as are stated, but one where there is any', () => {
    const count = (schema, value) => schema['~standard'].validate(value).issues.length;
    const many = { name: '', family_name: '', variants: Array.from({ length: 20_000 }, () => ({})) };
    assert.equal(count(productSchema, many), 60_000);
    for (const schema of [productSchema, formSchema]) {
      assert.equal(count(schema.with({ maxDiagnostics: 10 }), many), 10);
      assert.equal(count(schema.with({ maxDiagnostics: 1 }), { name: '', licence_term: 'P1W x' }), 1);
      assert.equal(count(schema.with({ maxDiagnostics: 0 }), broken), 1);
      assert.equal(count(schema.with({ maxDiagnostics: 5 }), broken), 2);
    }
    assert.throws(() => productSchema.with({ maxDiagnostics: -1 }), /maxDiagnostics/);
  });

  it('takes values alone, and no slip for a product', () => {
    for (const value of [
      JSON.stringify(sound),
      Buffer.from(JSON.stringify(sound)),
      Promise.resolve(sound),
      new Map(),
      new FormData(),
      new Response('{}'),
    ]) {
      assert.deepEqual(
        standard.validate(value).issues.map(({ path }) => path),
        [[]],
      );
    }
  });
});

describe('form libraries take the schema without an adapter', () => {
  it('TanStack Form', async () => {
    const { FormApi, FieldApi } = await import('@tanstack/form-core');
    const form = new FormApi({ defaultValues: structuredClone(broken), validators: { onChange: productSchema } });
    form.mount();
    const field = new FieldApi({ form, name: 'renew_settings.product_id_for_renew' });
    const sku = new FieldApi({ form, name: 'variants[0].sku' });
    field.mount();
    sku.mount();
    field.setValue([102, 103]);
    assert.equal(form.state.canSubmit, false);
    assert.deepEqual(
      field.state.meta.errors.map(({ code }) => code),
      ['chain-last-not-repeated'],
    );
    assert.deepEqual(
      sku.state.meta.errors.map(({ code }) => code),
      ['missing-field'],
    );
    field.setValue([102, 103, 103]);
    sku.setValue('S1');
    assert.deepEqual(field.state.meta.errors, []);
    assert.deepEqual(sku.state.meta.errors, []);
    assert.equal(form.state.canSubmit, true);
  });

  it('Mantine', async () => {
    const { schemaResolver } = await import('@mantine/form');
    const resolve = schemaResolver(productSchema, { sync: true });
    assert.deepEqual(Object.keys(resolve(broken)), ['renew_settings.product_id_for_renew', 'variants.0.sku']);
    assert.deepEqual(resolve(sound), {});
  });

  it('tRPC', async () => {
    const { initTRPC } = await import('@trpc/server');
    const t = initTRPC.create();
    const router = t.router({ save: t.procedure.input(productSchema).mutation(({ input }) => input) });
    const caller = t.createCallerFactory(router)({});
    assert.deepEqual(await caller.save(sound), sound);
    await assert.rejects(caller.save(broken), ({ code, cause }) => {
      assert.equal(code, 'BAD_REQUEST');
      assert.deepEqual(
        cause.issues.map(({ code }) => code),
        ['chain-last-not-repeated', 'missing-field'],
      );
      return true;
    });
  });
});

describe('the schema of a form', () => {
  const chain = 'renew_settings.product_id_for_renew';
  const placed = (schema, values) =>
    (schema['~standard'].validate(values).issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);

  it('gives the product that the values make', () => {
    const values = {
      id: '101',
      licence_term: 'P1M',
      renew_settings: { product_id_for_renew: '102 102', renew_ar: { enable: 'on' } },
    };
    const product = {
      id: 101,
      licence_term: 'P1M',
      renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true } },
    };
    assert.deepEqual(formSchema['~standard'].validate(values), { value: product });
    const data = new FormData();
    data.append('id', '101');
    assert.deepEqual(formSchema['~standard'].validate(data), { value: { id: 101 } });
    for (const slip of [5, undefined, '{}', Promise.resolve({}), new Map(), Buffer.from('{}'), new Response('{}')])
      assert.deepEqual(
        formSchema['~standard'].validate(slip).issues.map(({ path }) => path),
        [[]],
      );
  });

  it('is not in the way of a product without renewals whose boxes are not ticked', () => {
    const values = {
      name: 'A',
      renew_settings: {
        product_id_for_renew: '',
        renew_ar: { enable: false, required: false },
        renew_pmr: false,
        renew_email: false,
      },
    };
    assert.deepEqual(formSchema['~standard'].validate(values), { value: { name: 'A' } });
  });

  it('shows each error at a field that the values hold, or that is stated', () => {
    const values = {
      name: 'A',
      licence_term: '',
      renew_settings: { product_id_for_renew: '102 103', renew_ar: { enable: true } },
    };
    assert.deepEqual(placed(formSchema, values), ['licence_term term-missing', `${chain} chain-last-not-repeated`]);
    assert.deepEqual(placed(formSchema, { ...values, renew_settings: { product_id_for_renew: '102 x' } }), [
      'licence_term term-missing',
      `${chain} type-mismatch`,
    ]);
    assert.deepEqual(placed(formSchema, { name: 'A', [chain]: '' }), []);
    const some = formSchema.with({
      fields: ['name', 'renew_settings[renew_pmr]', 'variants.0.sku'],
      operation: 'create',
      trial: true,
    });
    assert.deepEqual(placed(some, values), [
      'name term-missing',
      'renew_settings.renew_pmr chain-last-not-repeated',
      'renew_settings.renew_pmr trial-ar-not-required',
      'variants.0.sku missing-field',
    ]);
    assert.deepEqual(placed(formSchema, {}), []);
    for (const [name, ...texts] of [
      [chain, '102 x'],
      [`${chain}[]`, '102', 'x'],
      ['renew_settings[product_id_for_renew]', '102 x'],
    ]) {
      const data = new FormData();
      data.append('licence_term', 'P1M');
      for (const text of texts) data.append(name, text);
      assert.deepEqual(placed(formSchema, data), [`${chain} type-mismatch`]);
    }
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.deepEqual(placed(formSchema, proxy), [' json-syntax']);
    const cycle = { licence_term: 5n };
    cycle.self = cycle;
    assert.deepEqual(placed(formSchema, cycle), ['licence_term json-syntax']);
  });

  it('calls fields what the form does', () => {
    const labels = { 'variants[].price.common.currency': 'Currency', licence_term: 'Term', [chain]: 'Renewed by' };
    const variants = [{ vendor_code: 'V', sku: 'S', price: { common: { currency: '', price: '9.90' } } }];
    const schema = formSchema.with({ labels });
    const messages = (values) => schema['~standard'].validate(values).issues.map(({ message }) => message);
    assert.match(messages({ variants })[0], /^Currency is missing\./);
    assert.match(messages({ licence_term: '5 days' })[0], /^Term /);
    assert.match(
      messages({ renew_settings: { product_id_for_renew: '', renew_pmr: true }, licence_term: 'P1M' })[0],
      /Renewed by/,
    );
    for (const written of [
      'variants.0.price.common.currency',
      'variants[0].price.common.currency',
      '/variants/0/price/common/currency',
    ]) {
      const { price } = variants[0];
      const report = check(
        { variants: [{ ...variants[0], price: { common: { price: price.common.price } } }] },
        { labels: { [written]: 'Currency' } },
      );
      assert.match(report.diagnostics[0].message, /^Currency is missing\./);
    }
    assert.equal(check(broken, { labels: {} }).diagnostics[0].message, check(broken).diagnostics[0].message);
  });

  it('React Hook Form shows what is wrong with a part of a field', async () => {
    const { standardSchemaResolver } = await import('@hookform/resolvers/standard-schema');
    const resolve = standardSchemaResolver(formSchema);
    const options = { fields: {}, shouldUseNativeValidation: false };
    const { errors } = await resolve(
      { licence_term: 'P1M', renew_settings: { product_id_for_renew: '102 103 x', renew_pmr: true } },
      undefined,
      options,
    );
    assert.match(errors.renew_settings.product_id_for_renew.message, /whole number/);
    const { values } = await resolve(
      { licence_term: 'P1M', renew_settings: { product_id_for_renew: '102 102', renew_pmr: true } },
      undefined,
      options,
    );
    assert.deepEqual(values.renew_settings.product_id_for_renew, [102, 102]);
  });

  it('TanStack Form shows what is wrong with a part of a field', async () => {
    const { FormApi, FieldApi } = await import('@tanstack/form-core');
    const form = new FormApi({
      defaultValues: { licence_term: 'P1M', renew_settings: { product_id_for_renew: '', renew_pmr: true } },
      validators: { onChange: formSchema },
    });
    form.mount();
    const field = new FieldApi({ form, name: chain });
    field.mount();
    field.setValue('102 103 x');
    assert.deepEqual(
      field.state.meta.errors.map(({ code }) => code),
      ['type-mismatch'],
    );
    field.setValue('102 103 103');
    assert.deepEqual([field.state.meta.errors, form.state.canSubmit], [[], true]);
  });

  it('Mantine and vee-validate 4 take it as they do the schema of a product', async () => {
    const { schemaResolver } = await import('@mantine/form');
    const wrong = { licence_term: 'P1M', renew_settings: { product_id_for_renew: '102 103', renew_pmr: true } };
    assert.deepEqual(Object.keys(schemaResolver(formSchema, { sync: true })(wrong)), [chain]);
    const { errors } = await toTypedSchema(formSchema).parse(wrong);
    assert.deepEqual(
      errors.map(({ path }) => path),
      [chain],
    );
  });
});

describe('form help', () => {
  it('errors by field', () => {
    const fields = errorsByField(check(broken));
    assert.deepEqual(Object.keys(fields), ['renew_settings.product_id_for_renew', 'variants.0.sku']);
    assert.deepEqual(Object.keys(errorsByField(check('{'))), ['']);
    assert.deepEqual(Object.keys(errorsByField(check(sound))), []);
  });

  it('diagnostics of every level by field', () => {
    const report = check({ ...broken, name: '', renew_settings: { ...broken.renew_settings, renew_pmr: true } });
    const severities = (options) =>
      Object.entries(diagnosticsByField(report, options)).map(
        ([field, all]) => `${field}: ${all.map(({ severity }) => severity)}`,
      );
    assert.deepEqual(severities(), [
      ': info',
      'name: warning',
      'renew_settings.product_id_for_renew: error',
      'variants.0.sku: error',
    ]);
    assert.deepEqual(severities({ severities: ['warning'] }), ['name: warning']);
    assert.deepEqual(severities({ severities: [] }), []);
    assert.deepEqual(diagnosticsByField(report, { severities: ['error'] }), errorsByField(report));
    assert.deepEqual(
      errorSummary(report, {}, { severities: ['warning'] }).errorList.map(({ href }) => href),
      ['#name'],
    );
    document.body.innerHTML = '<form><input name="name"><p id="name-error"></p><input name="variants.0.sku"></form>';
    const [form] = document.forms;
    const [name, sku] = form.elements;
    const rest = applyToForm(form, report, { severities: ['error', 'warning'] });
    assert.deepEqual(
      rest.map(({ code }) => code),
      ['chain-last-not-repeated'],
    );
    assert.match(document.getElementById('name-error').textContent, /empty/);
    assert.equal(name.getAttribute('aria-describedby'), 'name-error');
    // A warning keeps no form from being sent.
    assert.deepEqual(
      [name.checkValidity(), name.hasAttribute('aria-invalid'), sku.checkValidity()],
      [true, false, false],
    );
    applyToForm(form, report);
    assert.equal(document.getElementById('name-error').textContent, '');
  });

  it('the fields to check again, as forms name them', () => {
    const product = { ...sound, variants: [sound.variants[0], sound.variants[0]] };
    assert.deepEqual(dependsOn('licence_term', product), ['licence_term', '']);
    assert.deepEqual(dependsOn('variants.0.sku', product), ['variants.0.sku', 'variants']);
    for (const written of [
      'variants.1.price.common.price',
      'variants[1].price.common.price',
      'variants[1][price][common][price]',
      '/variants/1/price/common/price',
    ]) {
      const [first, ...others] = dependsOn(written, product);
      assert.equal(first, written);
      assert.deepEqual(others.slice(-2), ['variants', 'variants.0.price.common.price']);
      assert.ok(others.includes('renew_settings.renew_ar.enable'));
    }
    assert.equal(dependsOn('variants.0.price.common.price').at(-1), 'variants[].price.common.price');
    assert.deepEqual(dependsOn('variants.0.sku_ar', product), ['variants.0.sku_ar']);
    for (const strange of [{}, null, 1, { variants: 1 }])
      assert.ok(!dependsOn('variants.0.price', strange).some((name) => /[[\]]|0\.price\./.test(name)));
    assert.deepEqual(dependsOn('nothing'), ['nothing']);
    const chain = 'renew_settings.product_id_for_renew';
    for (const given of [undefined, product])
      assert.deepEqual(dependsOn(`${chain}[]`, given).slice(1), dependsOn(chain, given).slice(1));
  });

  it('an error summary of the GOV.UK pattern', () => {
    const { titleText, errorList } = errorSummary(check(broken), { 'variants.0.sku': 'Article' });
    assert.equal(titleText, 'There is a problem');
    assert.deepEqual(
      errorList.map(({ href }) => href),
      ['#renew_settings.product_id_for_renew', '#variants.0.sku'],
    );
    assert.match(errorList[1].text, /^Article: /);
    const own = errorSummary(check(broken), {}, { titleText: 'Problem', idOf: (path) => `field${path}` });
    assert.equal(own.titleText, 'Problem');
    assert.equal(own.errorList[1].href, '#field/variants/0/sku');
  });

  it('an error within a labelled field has its label and leads to it', () => {
    const report = check({ licence_term: 'P1M', renew_settings: { product_id_for_renew: [102, 'x'] } });
    const labels = { 'renew_settings.product_id_for_renew': 'Chain', renew_settings: 'Renewal', '': 'Product' };
    const [{ text, href }] = errorSummary(report, labels).errorList;
    assert.match(text, /^Chain: /);
    assert.equal(href, '#renew_settings.product_id_for_renew');
    const [unlabelled] = errorSummary(report, { '': 'Product', licence_term: 'Term' }).errorList;
    assert.equal(unlabelled.href, '#renew_settings.product_id_for_renew.1');
    assert.ok(report.diagnostics.some(({ message }) => message === unlabelled.text));
    const [ofProduct] = errorSummary(check(1), { '': 'Product' }).errorList;
    assert.match(ofProduct.text, /^Product: /);
    assert.equal(ofProduct.href, '#');
  });

  it('errors whose control cannot show them are given back', () => {
    const wrong = { licence_term: 'soon' };
    for (const control of [
      '<input type="hidden" NAME>',
      '<input disabled NAME>',
      '<input readonly NAME>',
      '<fieldset NAME></fieldset>',
      '<output NAME></output>',
      '<button NAME></button>',
      '<button type="button" NAME></button>',
      '<fieldset disabled><input NAME></fieldset>',
      '<div inert><input NAME></div>',
    ]) {
      document.body.innerHTML = `<form>${control.replace('NAME', 'name="licence_term"')}<p id="licence_term-error"></p></form>`;
      assert.deepEqual(
        applyToForm(document.forms[0], check(wrong)).map(({ path }) => path),
        ['/licence_term'],
        control,
      );
      assert.notEqual(document.getElementById('licence_term-error').textContent, '', control);
      assert.deepEqual(applyToForm(document.forms[0], check({ licence_term: 'P1M' })), []);
      assert.equal(document.getElementById('licence_term-error').textContent, '', control);
    }
    document.body.innerHTML =
      '<form><input type="hidden" name="licence_term"><select name="licence_term"></select></form>';
    assert.deepEqual(applyToForm(document.forms[0], check(wrong)), []);
  });

  it('the controls of a form', () => {
    document.body.innerHTML = `<form>
      <input name="variants.0.sku" aria-describedby="hint"><p id="variants.0.sku-error"></p><p id="hint">As on the label</p>
      <input name="renew_settings[product_id_for_renew]"><input name="name"><button>Save</button>
    </form>`;
    const [form] = document.forms;
    const [sku, chain, name] = form.elements;
    const rest = applyToForm(form, check({ ...broken, id: 'x' }));
    assert.deepEqual(
      rest.map(({ path }) => path),
      ['/id'],
    );
    assert.match(sku.validationMessage, /\w/);
    assert.equal(sku.getAttribute('aria-invalid'), 'true');
    assert.equal(sku.getAttribute('aria-describedby'), 'hint variants.0.sku-error');
    assert.equal(document.getElementById('variants.0.sku-error').textContent, sku.validationMessage);
    assert.equal(chain.checkValidity(), false);
    assert.equal(chain.hasAttribute('aria-describedby'), false);
    assert.equal(name.checkValidity(), true);
    assert.deepEqual(applyToForm(form, check(sound)), []);
    assert.equal(form.checkValidity(), true);
    assert.equal(sku.hasAttribute('aria-invalid'), false);
    assert.equal(sku.getAttribute('aria-describedby'), 'hint');
    assert.equal(document.getElementById('variants.0.sku-error').textContent, '');
  });

  it('controls that have got another name, or are gone', () => {
    document.body.innerHTML = `<form>
      <input name="variants.1.sku"><p id="variants.1.sku-error"></p><p id="variants.0.sku-error"></p>
      <input name="licence_term"><p id="licence_term-error"></p>
    </form>`;
    const [form] = document.forms;
    const [sku, term] = form.elements;
    const texts = () => [...form.querySelectorAll('p')].map(({ textContent }) => textContent !== '');
    applyToForm(form, check({ licence_term: 'soon', variants: [{}, { sku: 1 }] }));
    assert.deepEqual(texts(), [true, false, true]);
    sku.name = 'variants.0.sku';
    term.remove();
    applyToForm(form, check({ variants: [{ sku: 1 }] }));
    assert.deepEqual(texts(), [false, true, false]);
    assert.equal(sku.getAttribute('aria-describedby'), 'variants.0.sku-error');
    applyToForm(form, check({}));
    assert.deepEqual(texts(), [false, false, false]);
    assert.equal(sku.hasAttribute('aria-describedby'), false);
  });

  it('a form that is filled part by part', () => {
    document.body.innerHTML =
      '<form><input name="a.licence_term"><p id="a.licence_term-error"></p><input name="b.licence_term"><p id="b.licence_term-error"></p></form>';
    const [form] = document.forms;
    const part = (name, licence_term) =>
      applyToForm(form, check({ licence_term }), {
        nameOf: (control) => (control.name.startsWith(name) ? control.name.slice(2) : ''),
        messageId: (field) => `${name}.${field}-error`,
      });
    const texts = () => [...form.querySelectorAll('p')].map(({ textContent }) => textContent !== '');
    part('a', 'soon');
    part('b', 'soon');
    assert.deepEqual(texts(), [true, true]);
    part('a', 'P1M');
    assert.deepEqual(texts(), [false, true]);
  });

  it('attributes stay untouched where nothing changes', () => {
    document.body.innerHTML = '<form><input name="licence_term" aria-describedby=" a   b "></form>';
    const [form] = document.forms;
    applyToForm(form, check({ licence_term: 'soon' }));
    assert.equal(form.elements[0].getAttribute('aria-describedby'), ' a   b ');
  });

  it('what the page itself describes a control with stays', () => {
    document.body.innerHTML =
      '<form><input name="licence_term" aria-describedby="licence_term-error hint"><p id="licence_term-error"></p></form>';
    const [form] = document.forms;
    for (const licence_term of ['soon', 'P1M']) {
      applyToForm(form, check({ licence_term }));
      assert.equal(form.elements[0].getAttribute('aria-describedby'), 'licence_term-error hint');
    }
  });

  it('names with brackets', () => {
    document.body.innerHTML =
      '<form><input name="localization_values[en-US]"><input name="renew_settings[product_id_for_renew][]"><input name="variants[0][sku]"></form>';
    const [form] = document.forms;
    const report = check(
      {
        localization_values: { 'en-US': {} },
        renew_settings: { product_id_for_renew: [] },
        variants: [{ sku: '' }, { sku: 1 }],
      },
      { operation: 'create' },
    );
    const rest = applyToForm(form, {
      ...report,
      diagnostics: report.diagnostics.map((diagnostic) => ({ ...diagnostic, severity: 'error' })),
    });
    assert.ok([...form.elements].every((control) => !control.checkValidity()));
    assert.ok(
      !rest.some(({ path }) =>
        /^.(localization_values.en-US|renew_settings.product_id_for_renew|variants.0.sku)$/.test(path),
      ),
    );
  });

  it('an error within a field is shown at the field', () => {
    document.body.innerHTML = '<form><input name="renew_settings.product_id_for_renew"></form>';
    const [form] = document.forms;
    applyToForm(form, check({ renew_settings: { product_id_for_renew: [102, 'x'] } }));
    assert.equal(form.checkValidity(), false);
  });
});

it('what is found in a million characters is cut off, and fixed in one pass', () => {
  const many = { name: '', variants: Array.from({ length: 100_000 }, () => ({ vendor_code: 1 })) };
  const { issues } = productSchema.with({ maxDiagnostics: 3 })['~standard'].validate(many);
  assert.equal(issues.length, 3);
  const ids = Array.from({ length: 20_000 }, (_, at) => String(at + 1));
  const { product, applied } = fix({
    licence_term: 'P1M',
    renew_settings: { renew_pmr: true, product_id_for_renew: [...ids, '20000'] },
  });
  assert.equal(applied, ids.length + 1);
  assert.deepEqual(product.renew_settings.product_id_for_renew.slice(-2), [20_000, 20_000]);
});
