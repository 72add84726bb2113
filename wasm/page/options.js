// What the caller states, and the purchase that is looked at. Bad values go to the package as they
// are: it says which option is wrong and why.

import { check } from './rules.js';
import { byId, make } from './dom.js';
import { parsed } from './value.js';

const STATED = [
  { name: 'operation', label: 'Operation', of: { record: 'Record at rest', create: 'Create (POST)', update: 'Update (PATCH)' } },
  { name: 'role', label: 'Role', of: { initiator: 'Initiator', renewal: 'Renewal', selfRenewing: 'Renews itself' } },
  { name: 'trial', label: 'Free trial', of: { true: 'Yes', false: 'No' } },
  { name: 'payment', label: 'Payment method', of: { online: 'Online', offline: 'Offline' } },
  { name: 'productId', label: 'Id of the product to update' },
  { name: 'limits.arMinDays', label: 'Minimum days, AR' },
  { name: 'limits.pmrOnlineMinDays', label: 'Minimum days, PMR, online' },
  { name: 'limits.pmrOfflineMinDays', label: 'Minimum days, PMR, offline' },
  { name: 'limits.emailOnlineMinDays', label: 'Minimum days, Email, online' },
  { name: 'limits.emailOfflineMinDays', label: 'Minimum days, Email, offline' },
  { name: 'rules', label: 'Levels of codes (JSON, such as {"empty-text":"off"})', long: true },
  { name: 'current', label: 'Product as it is before the update (JSON)', long: true },
];
const PURCHASE = [
  { name: 'buyer.payment', label: 'Paid', of: { online: 'Online', offline: 'Offline' }, sure: true },
  { name: 'buyer.consent', label: 'Consent to auto renewal', of: { given: 'Given', declined: 'Declined', unavailable: 'Unavailable' }, sure: true },
  { name: 'buyer.purchaseDate', label: 'Purchase date', type: 'date' },
  { name: 'buyer.renewals', label: 'Renewals to follow', placeholder: '12' },
  { name: 'buyer.others', label: 'The renewal products (JSON array)', long: true },
];

/** The ways to pay and to consent, as the purchase offers them. */
export const SITUATIONS = Object.entries(PURCHASE[0].of).flatMap(([payment, paid]) =>
  Object.entries(PURCHASE[1].of).map(([consent, agreed]) => ({ payment, consent, name: `${paid}, ${agreed.toLowerCase()}` })),
);

function control({ name, label, of, sure = false, long = false, type = 'text', placeholder = '' }) {
  const id = `option-${name}`;
  const rest = { name, id, attributes: { form: 'options' } };
  const options = of && [...(sure ? [] : [['', 'Not stated']]), ...Object.entries(of)].map(([value, text]) => new Option(text, value));
  const element = of ? make('select', rest, ...options) : make(long ? 'textarea' : 'input', { ...rest, spellcheck: false, ...(long ? { rows: 4 } : { type, placeholder }) });
  const trouble = make('p', { id: `${id}-problem`, className: 'trouble' });
  return make('div', { className: long ? 'field wide' : 'field' }, make('label', { htmlFor: id, textContent: label }), element, trouble);
}

export function buildOptions() {
  byId('option-fields').append(...STATED.map(control));
  byId('purchase-fields').append(...PURCHASE.map(control));
  const now = new Date();
  const two = (number) => String(number).padStart(2, '0');
  byId('option-buyer.purchaseDate').defaultValue = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The option as JSON has it, or the text itself where it is none. */
const meant = (name, text) => (['operation', 'role', 'payment'].includes(name) ? text : (parsed(text) ?? text));

/** The options that hold. One that the package refuses is left out and reported beside its field. */
export function readOptions(form) {
  const options = {};
  for (const { name } of STATED) {
    const { value } = form.elements.namedItem(name);
    trouble(name, '');
    if (value.trim() === '') continue;
    const [first, second] = name.split('.');
    if (second === undefined) options[first] = meant(name, value.trim());
    else (options[first] ??= {})[second] = meant(name, value.trim());
  }
  for (;;) {
    try {
      check({}, options);
      return options;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // One that cannot even be written as JSON is not named; only a product can be such.
      const name = STATED.map((one) => one.name).find((one) => [`\`${one}\``, `\`${one}.`].some((words) => error.message.includes(words))) ?? 'current';
      if (name === 'current' && options.current === undefined) throw error;
      trouble(name, error.message);
      const [first, second] = name.split('.');
      if (second === undefined) delete options[first];
      else delete options[first][second];
    }
  }
}

function trouble(name, message) {
  const element = byId(`option-${name}`);
  byId(`${element.id}-problem`).textContent = message;
  if (message === '') {
    element.removeAttribute('aria-invalid');
    element.removeAttribute('aria-describedby');
  } else {
    element.setAttribute('aria-invalid', 'true');
    element.setAttribute('aria-describedby', `${element.id}-problem`);
  }
}

/** The purchase that is looked at. What is not a number is for the package to refuse. */
export function readPurchase(form) {
  const [payment, consent, purchaseDate, renewals, others] = PURCHASE.map(({ name }) => form.elements.namedItem(name).value.trim());
  const isArray = Array.isArray(parsed(others));
  trouble('buyer.others', others === '' || isArray ? '' : 'This is not a JSON array.');
  return {
    situation: { payment, consent },
    purchaseDate,
    renewals: renewals === '' ? undefined : meant('renewals', renewals),
    // As text: what a text can be, a value cannot always be written as again.
    others: isArray ? others.slice(1, -1).trim() : '',
  };
}

/** What the controls of the form say. */
export const statement = (form) => [...form.elements].map(({ value }) => value);

/** Has the controls say it again. */
export function restate(form, values) {
  [...form.elements].forEach((control, i) => {
    control.value = values[i];
  });
}

/** Whether anything is stated of the product. */
export const statesMore = (form) => STATED.some(({ name }) => form.elements.namedItem(name).value.trim() !== '');

/** States the options of an example of the package, JSON or nothing; what else was stated is taken back. */
export function stateOptions(form, text) {
  form.reset();
  for (const [name, value] of Object.entries(parsed(text) ?? {})) {
    const inner = name === 'limits' ? Object.entries(value).map(([limit, days]) => [`limits.${limit}`, days]) : [[name, value]];
    for (const [one, stated] of inner) {
      const element = form.elements.namedItem(one);
      if (element !== null) element.value = typeof stated === 'string' ? stated : JSON.stringify(stated);
    }
  }
}
