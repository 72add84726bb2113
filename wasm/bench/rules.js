// Rules that schemas cannot express, as plain functions shared by all compared libraries. They accept any value and
// skip absent or malformed fields.

export const maxId = Number.MAX_SAFE_INTEGER;
export const term = /^P\d+[DM]$/;
export const amount = /^\d+(\.\d+)?$/;
export const locale = /^[a-z]{2}_[A-Z]{2}$/;
export const currency = /^[A-Z]{3}$/;
export const written = /\S/;

const minimums = { AR: 6, PMR: 3, Email: 4, 'Email with offline payment': 11 };
// Exact up to 12 months, an underestimate beyond: no minimum is longer.
const daysOfMonths = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334, 365];

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value) => Number.isInteger(value) && value >= 1 && value <= maxId;
const isOff = (value) => value === undefined || value === false;

function shortestDays(text) {
  const count = Number(text.slice(1, -1));
  return text.endsWith('D') ? count : (daysOfMonths[count] ?? count * 28);
}

/**
 * Returns if all prices are zero, or 'mixed' if some are; `undefined` if there are no prices or one is
 * malformed.
 */
function free(product) {
  if (!Array.isArray(product.variants) || product.variants.length === 0) return undefined;
  let zero = 0;
  for (const variant of product.variants) {
    const price = variant?.price?.common?.price;
    if (typeof price !== 'string' || !amount.test(price)) return undefined;
    if (Number(price) === 0) zero += 1;
  }
  return zero === product.variants.length ? true : zero === 0 ? false : 'mixed';
}

function idsOf(settings) {
  const ids = settings.product_id_for_renew;
  return Array.isArray(ids) && ids.every(isId) ? ids : undefined;
}

function chainShape(ids, own, report) {
  const path = ['renew_settings', 'product_id_for_renew'];
  const repeats = ids.length > 1 && ids.at(-1) === ids.at(-2);
  if (ids.length === 0) report(path, 'the chain is empty');
  else if (ids.length === 1) report(path, `one id only: ${ids[0]}`);
  else if (!repeats) report(path, `the last two ids differ: ${ids.at(-2)}, ${ids.at(-1)}`);
  const distinct = repeats ? ids.length - 1 : ids.length;
  let isFormed = repeats;
  // For short chains, `indexOf` is faster than a set.
  const seen = distinct > 16 ? new Set() : undefined;
  for (let at = 0; at < distinct; at++) {
    if (seen ? seen.has(ids[at]) : ids.indexOf(ids[at]) < at) {
      isFormed = false;
      report([...path, at], `${ids[at]} appears twice`);
    }
    seen?.add(ids[at]);
  }
  if (own !== undefined && ids.includes(own) && ids.some((id) => id !== own)) {
    isFormed = false;
    report([...path, ids.indexOf(own)], `${own} is the product's own id`);
  }
  return isFormed;
}

/** Derives facts from the fields; `kinds` are the renewal kinds that apply. */
function facts(product, report) {
  const settings = product.renew_settings;
  const ids = idsOf(settings);
  const own = isId(product.id) ? product.id : undefined;
  const isFormed = ids !== undefined && chainShape(ids, own, report);
  const single = isFormed && ids.length === 2 && ids[0] === own;
  const long = isFormed && ids.length > 2;
  const price = free(product);
  const trial = price === true;
  const enable = settings.renew_ar === undefined ? undefined : settings.renew_ar?.enable;
  const kinds = [];
  if (trial || enable === true) kinds.push('AR');
  if (!trial && settings.renew_pmr === true) kinds.push('PMR');
  if (!trial && !long && settings.renew_email === true) kinds.push('Email');
  return { settings, ids, isFormed, single, long, price, trial, enable, kinds };
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

function textProblems(product, report) {
  if (typeof product.family_name === 'string' && !written.test(product.family_name))
    report(['family_name'], 'is empty');
  if (typeof product.name === 'string' && !written.test(product.name)) report(['name'], 'is empty');
  if (!Array.isArray(product.variants)) return;
  product.variants.forEach((variant, at) => {
    for (const name of ['vendor_code', 'sku', 'sku_ar']) {
      if (typeof variant?.[name] === 'string' && !written.test(variant[name]))
        report(['variants', at, name], 'is empty');
    }
    const code = variant?.price?.common?.currency;
    if (typeof code === 'string' && !currency.test(code))
      report(['variants', at, 'price', 'common', 'currency'], 'is not a currency code');
  });
}

/** Reports the problems of a product that a schema cannot find. */
export function reportProblems(product, report) {
  if (!isObject(product)) return;
  textProblems(product, report);
  if (!isObject(product.renew_settings)) return;
  const { settings, single, long, price, trial, enable, kinds } = facts(product, report);
  const at = (...names) => ['renew_settings', ...names];
  if (settings.product_id_for_renew === undefined) report(at('product_id_for_renew'), 'the chain is missing');
  termProblems(product, kinds, report);
  const required = settings.renew_ar === undefined ? undefined : settings.renew_ar?.required;
  if (!trial && isOff(enable) && isOff(settings.renew_pmr) && isOff(settings.renew_email))
    report(at(), 'no kind is turned on');
  if (single && required !== undefined) report(at('renew_ar', 'required'), 'not where one product renews itself');
  if (!single && !trial && required === true && isOff(enable))
    report(at('renew_ar', 'required'), 'no effect without AR');
  if (long && !trial && settings.renew_email === true) report(at('renew_email'), 'Email does not suit a chain');
  if (trial) {
    if (single) report(at('product_id_for_renew'), 'a free trial cannot renew itself');
    if (isOff(enable)) report(at('renew_ar', 'enable'), 'AR must be on for a free trial');
    if (!single && isOff(required)) report(at('renew_ar', 'required'), 'AR must be required for a free trial');
    if (settings.renew_pmr === true) report(at('renew_pmr'), 'no effect on a free trial');
    if (settings.renew_email === true) report(at('renew_email'), 'no effect on a free trial');
    product.variants.forEach((variant, index) => {
      if (variant.price.common.price !== '0.00')
        report(['variants', index, 'price', 'common', 'price'], 'a free price is written 0.00');
    });
  } else if (price === 'mixed') report(['variants'], 'some prices are zero and some are not');
}

/** Reports the problems between products of a catalogue. */
export function catalogueProblems(products, report) {
  const byId = new Map();
  products.forEach((product, at) => {
    if (!isId(product?.id)) return;
    if (byId.has(product.id)) report([at, 'id'], 'an earlier product has this id');
    else byId.set(product.id, at);
  });
  const seen = new Set();
  products.forEach((product, at) => {
    if (!isObject(product?.renew_settings)) return;
    const { ids, isFormed, single, trial, kinds } = facts(product, silent);
    if (!isFormed || single) return;
    ids.forEach((id, index) => {
      if (ids.indexOf(id) < index) return;
      const renewal = byId.get(id);
      if (renewal === undefined)
        return report([at, 'renew_settings', 'product_id_for_renew', index], `${id} is not in the catalogue`);
      const once = (path, message) => {
        const key = `${renewal} ${message}`;
        if (seen.has(key)) return;
        seen.add(key);
        report([renewal, ...path], message);
      };
      const other = products[renewal];
      termProblems(other, kinds, once);
      if (other.renew_settings !== undefined) once(['renew_settings'], 'a renewal has settings of its own');
      if (trial && free(other) === true) once(['variants'], 'a free trial is renewed for nothing');
    });
  });
}
