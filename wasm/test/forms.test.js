// Tests the helpers for forms: diagnostics by field, and on the controls of a page.

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { JSDOM } from 'jsdom';

import { applyToForm, check, dependentFields, diagnosticsByField, errorSummary, jsonText } from 'renewal-rules';
import { broken, sound } from './products.js';

const { document } = new JSDOM().window;

/** Renders a form and returns it with its controls. */
function formOf(content) {
  document.body.innerHTML = `<form>${content}</form>`;
  const [form] = document.forms;
  return { form, controls: /** @type {HTMLInputElement[]} */ ([...form.elements]) };
}
const textOf = (id) => document.getElementById(id).textContent;
/** Returns for each message element whether it has text. */
const said = (form) => [...form.querySelectorAll('p')].map(({ textContent }) => textContent !== '');

it('diagnosticsByField groups diagnostics by field', () => {
  const errors = (report) => Object.keys(diagnosticsByField(report, { severities: ['error'] }));
  assert.deepEqual(errors(check(broken)), ['renew_settings.product_id_for_renew', 'variants.0.sku']);
  assert.deepEqual(errors(check(jsonText('{'))), ['']);
  assert.deepEqual(errors(check(sound)), []);
});

it('diagnosticsByField filters by severity', () => {
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
  assert.deepEqual(
    errorSummary(report, {}, { severities: ['warning'] }).errorList.map(({ href }) => href),
    ['#name'],
  );
  const { form, controls } = formOf('<input name="name"><p id="name-error"></p><input name="variants.0.sku">');
  const [name, sku] = controls;
  const rest = applyToForm(form, report, { severities: ['error', 'warning'] });
  assert.deepEqual(
    rest.map(({ code }) => code),
    ['chain-last-not-repeated'],
  );
  assert.match(textOf('name-error'), /empty/);
  assert.equal(name.getAttribute('aria-describedby'), 'name-error');
  // Warnings do not make a control invalid.
  assert.deepEqual(
    [name.checkValidity(), name.hasAttribute('aria-invalid'), sku.checkValidity()],
    [true, false, false],
  );
  applyToForm(form, report);
  assert.equal(textOf('name-error'), '');
});

it('dependentFields accepts every notation of field names', () => {
  const product = { ...sound, variants: [sound.variants[0], sound.variants[0]] };
  assert.deepEqual(dependentFields('licence_term', product), ['']);
  assert.deepEqual(dependentFields('variants.0.sku', product), ['variants']);
  for (const written of [
    'variants.1.price.common.price',
    'variants[1].price.common.price',
    'variants[1][price][common][price]',
    '/variants/1/price/common/price',
  ]) {
    const others = dependentFields(written, product);
    assert.ok(!others.includes('variants.1.price.common.price'));
    assert.deepEqual(others.slice(-2), ['variants', 'variants.0.price.common.price']);
    assert.ok(others.includes('renew_settings.renew_ar.enable'));
  }
  assert.equal(dependentFields('variants.0.price.common.price').at(-1), 'variants[].price.common.price');
  assert.deepEqual(dependentFields('variants.0.sku_ar', product), []);
  for (const strange of [{}, null, 1, { variants: 1 }])
    assert.ok(!dependentFields('variants.0.price', strange).some((name) => /[[\]]|0\.price\./.test(name)));
  assert.deepEqual(dependentFields('nothing'), []);
  const chain = 'renew_settings.product_id_for_renew';
  for (const given of [undefined, product])
    assert.deepEqual(dependentFields(`${chain}[]`, given), dependentFields(chain, given));
});

it('errorSummary follows the GOV.UK pattern', () => {
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

it('errors inside a labelled field use its label and link', () => {
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

it('applyToForm returns errors of controls that cannot show them', () => {
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
    const { form } = formOf(`${control.replace('NAME', 'name="licence_term"')}<p id="licence_term-error"></p>`);
    assert.deepEqual(
      applyToForm(form, check(wrong)).map(({ path }) => path),
      ['/licence_term'],
      control,
    );
    assert.notEqual(textOf('licence_term-error'), '', control);
    assert.deepEqual(applyToForm(form, check({ licence_term: 'P1M' })), []);
    assert.equal(textOf('licence_term-error'), '', control);
  }
  const { form } = formOf('<input type="hidden" name="licence_term"><select name="licence_term"></select>');
  assert.deepEqual(applyToForm(form, check(wrong)), []);
});

it('applyToForm sets and clears validity and messages', () => {
  const { form, controls } = formOf(`
    <input name="variants.0.sku" aria-describedby="hint"><p id="variants.0.sku-error"></p><p id="hint">As on the label</p>
    <input name="renew_settings[product_id_for_renew]"><input name="name"><button>Save</button>`);
  const [sku, chain, name] = controls;
  const rest = applyToForm(form, check({ ...broken, id: 'x' }));
  assert.deepEqual(
    rest.map(({ path }) => path),
    ['/id'],
  );
  assert.match(sku.validationMessage, /\w/);
  assert.equal(sku.getAttribute('aria-invalid'), 'true');
  assert.equal(sku.getAttribute('aria-describedby'), 'hint variants.0.sku-error');
  assert.equal(textOf('variants.0.sku-error'), sku.validationMessage);
  assert.equal(chain.checkValidity(), false);
  assert.equal(chain.hasAttribute('aria-describedby'), false);
  assert.equal(name.checkValidity(), true);
  assert.deepEqual(applyToForm(form, check(sound)), []);
  assert.equal(form.checkValidity(), true);
  assert.equal(sku.hasAttribute('aria-invalid'), false);
  assert.equal(sku.getAttribute('aria-describedby'), 'hint');
  assert.equal(textOf('variants.0.sku-error'), '');
});

it('applyToForm handles renamed and removed controls', () => {
  const { form, controls } = formOf(`
    <input name="variants.1.sku"><p id="variants.1.sku-error"></p><p id="variants.0.sku-error"></p>
    <input name="licence_term"><p id="licence_term-error"></p>`);
  const [sku, term] = controls;
  applyToForm(form, check({ licence_term: 'soon', variants: [{}, { sku: 1 }] }));
  assert.deepEqual(said(form), [true, false, true]);
  sku.name = 'variants.0.sku';
  term.remove();
  applyToForm(form, check({ variants: [{ sku: 1 }] }));
  assert.deepEqual(said(form), [false, true, false]);
  assert.equal(sku.getAttribute('aria-describedby'), 'variants.0.sku-error');
  applyToForm(form, check({}));
  assert.deepEqual(said(form), [false, false, false]);
  assert.equal(sku.hasAttribute('aria-describedby'), false);
});

it('applyToForm handles several products in one form', () => {
  const control = (name) => `<input name="${name}.licence_term"><p id="${name}.licence_term-error"></p>`;
  const { form } = formOf(control('a') + control('b'));
  const part = (name, licence_term) =>
    applyToForm(form, check({ licence_term }), {
      nameOf: (/** @type {any} */ control) => (control.name.startsWith(name) ? control.name.slice(2) : ''),
      messageId: (field) => `${name}.${field}-error`,
    });
  part('a', 'soon');
  part('b', 'soon');
  assert.deepEqual(said(form), [true, true]);
  part('a', 'P1M');
  assert.deepEqual(said(form), [false, true]);
});

it('applyToForm preserves the page’s own aria-describedby', () => {
  for (const [ids, more] of [
    [' a   b ', ''],
    ['licence_term-error hint', '<p id="licence_term-error"></p>'],
  ]) {
    const { form, controls } = formOf(`<input name="licence_term" aria-describedby="${ids}">${more}`);
    for (const licence_term of ['soon', 'P1M']) {
      applyToForm(form, check({ licence_term }));
      assert.equal(controls[0].getAttribute('aria-describedby'), ids);
    }
  }
});

it('applyToForm accepts names with brackets', () => {
  const names = ['localization_values[en-US]', 'renew_settings[product_id_for_renew][]', 'variants[0][sku]'];
  const { form, controls } = formOf(names.map((name) => `<input name="${name}">`).join(''));
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
  assert.ok(controls.every((control) => !control.checkValidity()));
  assert.ok(
    !rest.some(({ path }) =>
      /^.(localization_values.en-US|renew_settings.product_id_for_renew|variants.0.sku)$/.test(path),
    ),
  );
});

it('applyToForm shows errors inside a field at the field', () => {
  const { form } = formOf('<input name="renew_settings.product_id_for_renew">');
  applyToForm(form, check({ renew_settings: { product_id_for_renew: [102, 'x'] } }));
  assert.equal(form.checkValidity(), false);
});

it('helpers name the wrong argument or option in an OptionsError', () => {
  const { form } = formOf('<input name="name">');
  const report = check(broken);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const wrong of /** @type {any[]} */ ([
    undefined,
    null,
    5,
    'x',
    {},
    [],
    { diagnostics: [null] },
    { diagnostics: [{ severity: 'error' }] },
    proxy,
  ]))
    for (const call of [diagnosticsByField, errorSummary, (given) => applyToForm(form, given)])
      assert.throws(() => call(wrong), { name: 'OptionsError', kind: 'invalid-argument', option: 'report' });
  for (const wrong of /** @type {any[]} */ ([undefined, null, 5, 'x', {}, proxy]))
    assert.throws(() => applyToForm(wrong, report), { kind: 'invalid-argument', option: 'form' });
  for (const wrong of /** @type {any[]} */ ([null, 5, 'x', [], new Map(), { name: 5 }, proxy]))
    assert.throws(() => errorSummary(report, wrong), { kind: 'invalid-argument', option: 'labels' });
  for (const call of [
    (options) => diagnosticsByField(report, options),
    (options) => errorSummary(report, {}, options),
    (options) => applyToForm(form, report, options),
  ]) {
    for (const wrong of [null, 5, 'x', [], new Map(), proxy])
      assert.throws(() => call(wrong), { kind: 'invalid-argument', option: 'options' });
    for (const wrong of [null, 5, 'error', [5], ['errors']])
      assert.throws(() => call({ severities: wrong }), { kind: 'invalid', option: 'severities' });
    assert.throws(() => call({ severity: ['error'] }), { kind: 'unknown', option: 'severity' });
    call({ severities: undefined });
  }
  // A module namespace is no plain object.
  const labels = Object.defineProperty({ 'variants.0.sku': 'SKU' }, Symbol.toStringTag, { value: 'Module' });
  assert.match(
    errorSummary(report, labels)
      .errorList.map(({ text }) => text)
      .join(),
    /SKU: /,
  );
  assert.throws(() => errorSummary(report, {}, { idOf: /** @type {any} */ ('x') }), {
    kind: 'invalid',
    option: 'idOf',
  });
});
