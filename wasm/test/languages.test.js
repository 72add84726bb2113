// Tests the translation of reports.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as small from 'renewal-rules';
import ru from 'renewal-rules/messages/ru';
import * as tools from 'renewal-rules/tools';

import { examples } from './rule-examples.js';

// Untyped, because the options of an example may be those of `check` or of `checkCatalogue`.
const { check, checkCatalogue } = /** @type {any} */ (tools);
const wordless = (report) => ({ ...report, diagnostics: report.diagnostics.map(({ message: _, ...rest }) => rest) });
const cyrillic = /[а-яё]/i;

/** Returns the error of a plan for an initiator that has errors. */
function planError(initiator) {
  try {
    tools.Plan.create({ initiator, kinds: { ar: true } });
  } catch (error) {
    return error;
  }
  throw new Error('the initiator has no errors');
}

describe('message tables', () => {
  it('translate every example and change nothing else', () => {
    for (const { text, catalogue, options } of examples) {
      const call = catalogue ? checkCatalogue : check;
      const english = call(text, options);
      const russian = call(text, { ...options, messages: ru });
      assert.deepEqual(wordless(russian), wordless(english));
      assert.ok(russian.diagnostics.every(({ message }) => cyrillic.test(message)));
      assert.deepEqual(tools.translate(english, ru), russian);
    }
  });

  it('leave English reports unchanged if English', () => {
    /** @type {any} */
    const english = Object.fromEntries(tools.rules().map(({ code, templates }) => [code, templates]));
    for (const { text, catalogue, options } of examples) {
      const report = (catalogue ? checkCatalogue : check)(text, options);
      assert.deepEqual(tools.translate(report, english), report);
    }
  });

  it('use plural forms, and skip messages of other versions', () => {
    const renew_settings = { product_id_for_renew: [2, 2], renew_ar: { enable: true } };
    const said = (licence_term, arMinDays) =>
      small.check({ licence_term, renew_settings }, { limits: { arMinDays }, messages: ru }).diagnostics[0].message;
    for (const [licence_term, minimum, ...words] of /** @type {any[][]} */ ([
      ['P1D', 2, '1 день', '2 дней'],
      ['P3D', 21, '3 дня', '21 дня'],
      ['P11D', 31, '11 дней', '31 дня'],
      ['P22D', 45, '22 дня', '45 дней'],
    ])) {
      for (const part of words) assert.ok(said(licence_term, minimum).includes(` ${part}`), part);
    }
    /** @type {any} */
    const later = {
      valid: false,
      diagnostics: [{ code: 'of-tomorrow', messageId: 'new', message: 'New.', params: {} }],
    };
    assert.deepEqual(small.translate(later, ru), later);
  });

  it('are accepted by every call that reports', () => {
    const wrong = { licence_term: 'soon' };
    const text = JSON.stringify(wrong);
    const wrapped = small.jsonText(text);
    const reports = [
      small.check(wrong, { messages: ru }),
      small.check(wrapped, { messages: ru }),
      tools.checkCatalogue([wrong], { messages: ru }),
      tools.checkCatalogue(small.jsonText(`[${text}]`), { messages: ru }),
      tools.checkCatalogue(wrapped, { messages: ru }),
      small.fix(wrong, { messages: ru }).report,
      small.fix(wrapped, { messages: ru }).report,
      tools.fixCatalogue([wrong], { messages: ru }).report,
      tools.fixCatalogue(wrapped, { messages: ru }).report,
    ];
    for (const { diagnostics } of reports)
      assert.ok(diagnostics.length > 0 && diagnostics.every(({ message }) => cyrillic.test(message)));
    const schema = small.productSchema.with({ messages: ru });
    const { issues } = schema.with({ operation: 'create' })['~standard'].validate(wrong);
    assert.match(issues[0].message, cyrillic);
    assert.doesNotMatch(schema.with({ messages: undefined })['~standard'].validate(wrong).issues[0].message, cyrillic);
  });

  it('setMessages sets the messages of all calls', () => {
    const wrong = { licence_term: 'soon' };
    const reports = () => [
      small.check(wrong),
      small.fix(wrong).report,
      tools.checkCatalogue([wrong]),
      tools.checkSetup({ initiator: wrong, kinds: { ar: true } }),
      planError(wrong).report,
      { diagnostics: tools.compare({ id: 1 }, { id: 1, ...wrong }).appeared.map(({ diagnostic }) => diagnostic) },
    ];
    const messages = () => [
      ...reports().flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message)),
      small.productSchema['~standard'].validate(wrong).issues[0].message,
    ];
    const english = messages();
    try {
      small.setMessages(ru);
      for (const message of messages()) assert.match(message, cyrillic);
      const unknown = { ...ru, 'chain-empty': { full: '' } };
      assert.throws(() => small.setMessages(/** @type {any} */ (unknown)), small.OptionsError);
      assert.match(messages()[0], cyrillic);
    } finally {
      small.setMessages(undefined);
    }
    assert.deepEqual(messages(), english);
  });

  it('may be proxies, also without structuredClone', (t) => {
    const clone = globalThis.structuredClone;
    t.after(() => (globalThis.structuredClone = clone));
    delete globalThis.structuredClone;
    const { issues } = small.productSchema
      .with({ messages: new Proxy(ru, {}) })
      ['~standard'].validate({ licence_term: 'soon' });
    assert.match(issues[0].message, cyrillic);
  });

  const changed = (change) => {
    /** @type {any} */
    const table = structuredClone(ru);
    change(table);
    return table;
  };

  it('leave missing messages in English', () => {
    const product = { id: 0, renew_settings: { product_id_for_renew: [] } };
    const english = small.check(product).diagnostics.find(({ code }) => code === 'chain-empty').message;
    for (const messages of [
      changed((table) => delete table['chain-empty']),
      changed((table) => delete table['chain-empty'].empty),
      changed((table) => (table['chain-empty'].empty = ' ')),
    ]) {
      for (const { code, message } of small.check(product, { messages }).diagnostics) {
        if (code === 'chain-empty') assert.equal(message, english);
        else assert.match(message, cyrillic);
      }
    }
    assert.deepEqual(small.check(product, { messages: {} }), small.check(product));
  });

  it('are rejected with a TypeError if wrong', () => {
    const wrong = /** @type {any[][]} */ ([
      [changed((table) => (table['chain-empty'].another = 'x')), /no message `another` of `chain-empty`/],
      [changed((table) => (table['term-format'].form = 'x')), /`form` of `term-format` must have .*: reason, text$/],
      [changed((table) => (table['chain-empty'].empty = '{id}')), /`empty` of `chain-empty` must have .*: none$/],
      [null, /object of codes/],
      [{ 'chain-empty': 'x' }, /object of codes/],
    ]);
    for (const [messages, words] of wrong) {
      // The table is validated even if the product has no diagnostics.
      for (const call of [
        () => small.check({}, { messages }),
        () => small.translate(small.check({}), messages),
        () => small.productSchema.with({ messages }),
      ]) {
        assert.throws(call, (error) => error instanceof TypeError && words.test(error.message), words.source);
      }
    }
    for (const report of /** @type {any[]} */ ([undefined, null, {}, { diagnostics: [{}] }, 1n]))
      assert.throws(() => small.translate(report, ru), {
        kind: 'invalid-argument',
        option: 'report',
        message: /a report of renewal-rules/,
      });
  });
});
