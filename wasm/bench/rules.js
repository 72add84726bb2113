// Rules that schemas cannot express, as functions that run after the schema of each contestant. They accept any value
// and skip absent or malformed fields.

export const maxId = Number.MAX_SAFE_INTEGER;
export const term = /^P\d+[DM]$/;
export const amount = /^\d+(\.\d+)?$/;
export const locale = /^[a-z]{2}_[A-Z]{2}$/;
const currency = /^[A-Z]{3}$/;
const written = /\S/;

const minimums = { AR: 6, PMR: 3, Email: 4, 'Email with offline payment': 11 };
// Minimum number of days by number of months: exact up to 12 months, and enough for longer terms, as no minimum is
// longer.
const daysOfMonths = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334, 365];

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value) => Number.isInteger(value) && value >= 1 && value <= maxId;
const isOff = (value) => value === undefined || value === false;

function shortestDays(text) {
  const count = Number(text.slice(1, -1));
  return text.endsWith('D') ? count : (daysOfMonths[count] ?? count * 28);
}

/**
 * Returns true if all prices are zero, false if none is, 'mixed' if some are, and `undefined` if there are no prices or
 * one is malformed.
 */
function free({ variants }) {
  if (!Array.isArray(variants) || variants.length === 0) return undefined;
  let zero = 0;
  for (const variant of variants) {
    const price = variant?.price?.common?.price;
    if (typeof price !== 'string' || !amount.test(price)) return undefined;
    if (Number(price) === 0) zero += 1;
  }
  if (zero === 0) return false;
  return zero === variants.length ? true : 'mixed';
}

function idsOf(settings) {
  const ids = settings.product_id_for_renew;
  return Array.isArray(ids) && ids.every(isId) ? ids : undefined;
}

const CHAIN = ['renew_settings', 'product_id_for_renew'];

/** Returns whether the chain ends with a repeated id, so that its last two ids are equal; if not, reports the chain. */
function repeatsLast(ids, report) {
  if (ids.length > 1 && ids.at(-1) === ids.at(-2)) return true;
  if (ids.length === 0) report(CHAIN, 'the chain is empty');
  else if (ids.length === 1) report(CHAIN, `one id only: ${ids[0]}`);
  else report(CHAIN, `the last two ids differ: ${ids.at(-2)}, ${ids.at(-1)}`);
  return false;
}

/** Returns whether the first `count` ids are distinct; reports each id that is equal to an earlier one. */
function areDistinct(ids, count, report) {
  // For short chains, `indexOf` is faster than a set.
  const seen = count > 16 ? new Set() : undefined;
  let isRight = true;
  for (let at = 0; at < count; at++) {
    if (seen ? seen.has(ids[at]) : ids.indexOf(ids[at]) < at) {
      isRight = false;
      report([...CHAIN, at], `${ids[at]} appears twice`);
    }
    seen?.add(ids[at]);
  }
  return isRight;
}

/** Returns true if the chain lacks the product's own id, or contains no other id; otherwise, reports the own id. */
function excludes(ids, own, report) {
  if (own === undefined || !ids.includes(own) || ids.every((id) => id === own)) return true;
  report([...CHAIN, ids.indexOf(own)], `${own} is the product's own id`);
  return false;
}

function isWellFormed(ids, own, report) {
  const isRepeated = repeatsLast(ids, report);
  const hasDistinct = areDistinct(ids, isRepeated ? ids.length - 1 : ids.length, report);
  return excludes(ids, own, report) && isRepeated && hasDistinct;
}

/** Returns the renewal kinds that take effect. */
function kindsOf({ renew_pmr, renew_email }, { trial, long, enable }) {
  if (trial) return ['AR'];
  const kinds = [];
  if (enable === true) kinds.push('AR');
  if (renew_pmr === true) kinds.push('PMR');
  if (!long && renew_email === true) kinds.push('Email');
  return kinds;
}

/** Derives the values that several rules need from a product. */
function facts(product, report) {
  const settings = product.renew_settings;
  const ids = idsOf(settings);
  const own = isId(product.id) ? product.id : undefined;
  const isFormed = ids !== undefined && isWellFormed(ids, own, report);
  const single = isFormed && ids.length === 2 && ids[0] === own;
  const long = isFormed && ids.length > 2;
  const price = free(product);
  const trial = price === true;
  const enable = settings.renew_ar?.enable;
  const required = settings.renew_ar?.required;
  const kinds = kindsOf(settings, { trial, long, enable });
  return { settings, ids, isFormed, single, long, price, trial, enable, required, kinds };
}

const silent = () => {};

function termProblems(product, kinds, report) {
  const path = ['licence_term'];
  const text = product.licence_term;
  if (text === undefined) report(path, 'a product with renewals needs a term');
  if (typeof text !== 'string' || !term.test(text)) return;
  const days = shortestDays(text);
  if (days === 0) return report(path, 'a term of zero is never renewed');
  for (const kind of kinds) {
    const offline = 'Email with offline payment';
    const minimum = kind === 'Email' && days >= minimums.Email ? minimums[offline] : minimums[kind];
    if (days < minimum) report(path, `${days} days are too short for ${kind}, which needs ${minimum}`);
  }
}

const isBlank = (value) => typeof value === 'string' && !written.test(value);
const isNoCurrency = (value) => typeof value === 'string' && !currency.test(value);

function textProblems(product, report) {
  if (isBlank(product.family_name)) report(['family_name'], 'is empty');
  if (isBlank(product.name)) report(['name'], 'is empty');
  if (!Array.isArray(product.variants)) return;
  product.variants.forEach((variant, at) => {
    for (const name of ['vendor_code', 'sku', 'sku_ar'])
      if (isBlank(variant?.[name])) report(['variants', at, name], 'is empty');
    if (isNoCurrency(variant?.price?.common?.currency))
      report(['variants', at, 'price', 'common', 'currency'], 'is not a currency code');
  });
}

const at = (...names) => ['renew_settings', ...names];

function trialProblems({ settings, single, enable, required }, { variants }, report) {
  if (single) report(at('product_id_for_renew'), 'a free trial cannot renew itself');
  if (isOff(enable)) report(at('renew_ar', 'enable'), 'AR must be on for a free trial');
  if (!single && isOff(required)) report(at('renew_ar', 'required'), 'AR must be required for a free trial');
  if (settings.renew_pmr === true) report(at('renew_pmr'), 'no effect on a free trial');
  if (settings.renew_email === true) report(at('renew_email'), 'no effect on a free trial');
  variants.forEach((variant, index) => {
    if (variant.price.common.price !== '0.00')
      report(['variants', index, 'price', 'common', 'price'], 'a free price is written 0.00');
  });
}

function paidProblems({ settings, single, long, price, enable, required }, report) {
  if (isOff(enable) && isOff(settings.renew_pmr) && isOff(settings.renew_email)) report(at(), 'no kind is turned on');
  if (!single && required === true && isOff(enable)) report(at('renew_ar', 'required'), 'no effect without AR');
  if (long && settings.renew_email === true) report(at('renew_email'), 'Email does not suit a chain');
  if (price === 'mixed') report(['variants'], 'some prices are zero and some are not');
}

/** Reports the problems of a product that a schema cannot find. */
function reportProblems(product, report) {
  if (!isObject(product)) return;
  textProblems(product, report);
  if (!isObject(product.renew_settings)) return;
  const known = facts(product, report);
  if (known.settings.product_id_for_renew === undefined) report(at('product_id_for_renew'), 'the chain is missing');
  termProblems(product, known.kinds, report);
  if (known.single && known.required !== undefined)
    report(at('renew_ar', 'required'), 'must not be set if the product renews itself');
  if (known.trial) trialProblems(known, product, report);
  else paidProblems(known, report);
}

/**
 * Returns a function that counts the problems of a product: those that the schema finds, and those that the functions
 * of this file find.
 */
export const countWith = (errors) => (value) => {
  const problems = [];
  reportProblems(value, (path, message) => problems.push({ path, message }));
  return errors(value) + problems.length;
};

/** Reports the problems of a renewal that depend on its initiator. */
function renewalProblems({ kinds, trial }, renewal, report) {
  termProblems(renewal, kinds, report);
  if (renewal.renew_settings !== undefined) report(['renew_settings'], 'a renewal has settings of its own');
  if (trial && free(renewal) === true) report(['variants'], 'a free trial is renewed for nothing');
}

/**
 * Returns a map from each id to the index of the first product with this id, and reports later products with the same
 * id.
 */
function indexById(products, report) {
  const byId = new Map();
  products.forEach((product, index) => {
    if (!isId(product?.id)) return;
    if (byId.has(product.id)) report([index, 'id'], 'an earlier product has this id');
    else byId.set(product.id, index);
  });
  return byId;
}

/** Reports the problems of a catalogue that involve several products. */
export function catalogueProblems(products, report) {
  const byId = indexById(products, report);
  const seen = new Set();
  products.forEach((product, index) => {
    if (!isObject(product?.renew_settings)) return;
    const known = facts(product, silent);
    if (!known.isFormed || known.single) return;
    new Set(known.ids).forEach((id) => {
      const renewal = byId.get(id);
      if (renewal === undefined) {
        report([index, ...CHAIN, known.ids.indexOf(id)], `${id} is not in the catalogue`);
        return;
      }
      renewalProblems(known, products[renewal], (path, message) => {
        const key = `${renewal} ${message}`;
        if (seen.has(key)) return;
        seen.add(key);
        report([renewal, ...path], message);
      });
    });
  });
}
