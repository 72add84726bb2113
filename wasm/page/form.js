// The form of a product: fixed fields, and rows for locales and variants.

import { announce, button, byId, idOf, make } from './dom.js';
import { field, read, rename as renameField, show } from './fields.js';
import { child, get, isObject, names, rename, set } from './value.js';

const PRODUCT = [
  { path: '/id', label: 'Id', type: 'number' },
  { path: '/family_name', label: 'Family name' },
  { path: '/name', label: 'Name' },
  { path: '/license_type', label: 'License type' },
  { path: '/licence_term', label: 'Licence term' },
];
const RENEWAL = [
  { path: '/renew_settings/product_id_for_renew', label: 'Products for renewal', type: 'ids' },
  { path: '/renew_settings/renew_ar/enable', label: 'Auto renewal (AR)', type: 'flag' },
  { path: '/renew_settings/renew_ar/required', label: 'Auto renewal mandatory', type: 'flag' },
  { path: '/renew_settings/renew_pmr', label: 'Pre-filled manual renewal (PMR)', type: 'flag' },
  { path: '/renew_settings/renew_email', label: 'Email renewal', type: 'flag' },
];
const COMMENTS = [
  { path: '/comment_for_product_for_AR', label: 'Comment with auto renewal', long: true },
  { path: '/comment_for_product_for_MR', label: 'Comment without auto renewal', long: true },
];
const VARIANT = [
  { path: '/vendor_code', label: 'Vendor code' },
  { path: '/sku', label: 'Article (sku)' },
  { path: '/sku_ar', label: 'Article with AR (sku_ar)' },
  { path: '/price/common/currency', label: 'Currency' },
  { path: '/price/common/price', label: 'Price' },
];
const LOCALES = '/localization_values';
const VARIANTS = '/variants';

/** The order in which new members stand: that of the fields on the page, the last where a name is there twice. */
const ORDER = [...PRODUCT, ...RENEWAL, { path: LOCALES }, ...COMMENTS, { path: VARIANTS }, ...VARIANT].flatMap(({ path }) => names(path));

/** More rows than this would make the page slow; the rest is edited as JSON. */
const MOST_ROWS = 50;

const below = (fields, path) => fields.map((one) => field({ ...one, path: path + one.path }));

/** A group that problems can be shown at, as at a control. */
function group(path, legend, ...children) {
  const element = make('fieldset', { name: path, id: idOf(path), tabIndex: -1 }, make('legend', { textContent: legend }), make('ul', { className: 'problems' }), ...children);
  element.dataset.label = legend;
  return element;
}

/**
 * Builds the form. `edited(product, undoable)` is called with each new value; what the form shows
 * is set by the `sync` that it returns.
 */
export function buildForm(form, edited) {
  let product = {};
  const rows = { [LOCALES]: make('div', { className: 'rows' }), [VARIANTS]: make('div', { className: 'rows' }) };
  const more = make('p', { className: 'hint', hidden: true, textContent: `Only the first ${MOST_ROWS} are shown here; the JSON has them all.` });

  const locales = () => {
    const held = get(product, LOCALES);
    return isObject(held) ? Object.keys(held) : [];
  };
  const variants = () => {
    const held = get(product, VARIANTS);
    return Array.isArray(held) ? held : [];
  };
  const change = (path, value, undoable) => edited(set(product, path, value, ORDER), undoable);
  const focus = (path) => byId(idOf(path))?.focus();

  function addLocale() {
    const held = get(product, LOCALES);
    if (!locales().includes('')) change(LOCALES, { ...(isObject(held) ? held : {}), '': {} }, true);
    focus(child(LOCALES, ''));
  }

  function addVariant() {
    const at = variants().length;
    change(VARIANTS, [...variants(), {}], true);
    focus(`${VARIANTS}/${at}/vendor_code`);
  }

  function remove(path) {
    change(path, undefined, true);
    focus(path.startsWith(LOCALES) ? LOCALES : VARIANTS);
  }

  function localeRow() {
    // Its key is a control too: that is where the form of a locale is judged.
    const key = field({ path: `${LOCALES}/x`, label: 'Locale', hint: 'A language and a country, such as en_US.' });
    key.querySelector('input').dataset.type = 'key';
    const comments = COMMENTS.map((one) => field({ ...one, path: `${LOCALES}/x${one.path}` }));
    const row = make('fieldset', { className: 'row' }, make('legend'), key, ...comments);
    row.append(button('Remove this locale', () => remove(row.dataset.path)));
    return row;
  }

  function syncLocale(row, name) {
    const path = child(LOCALES, name);
    row.dataset.path = path;
    row.querySelector('legend').textContent = `Locale ${name}`;
    const [key, ...comments] = row.querySelectorAll('.field');
    renameField(key, path);
    const input = key.querySelector('input');
    if (input !== document.activeElement) input.value = name;
    comments.forEach((element, i) => renameField(element, path + COMMENTS[i].path));
  }

  function variantRow(at) {
    const path = `${VARIANTS}/${at}`;
    const row = group(path, `Variant ${at + 1}`, make('div', { className: 'grid' }, ...below(VARIANT, path)));
    row.classList.add('row');
    row.append(button('Remove this variant', () => remove(path)));
    return row;
  }

  function renameLocale(input) {
    const from = names(input.name)[1];
    const to = input.value;
    if (from === to) return;
    if (locales().includes(to)) announce(`There is already a locale ${to}.`);
    else change(LOCALES, rename(get(product, LOCALES), from, to));
  }

  byId('fields').append(
    make('div', { className: 'grid' }, ...below(PRODUCT, '')),
    group('/renew_settings', 'Renewal settings', make('div', { className: 'grid' }, ...below(RENEWAL, ''))),
    group(LOCALES, 'Localised comments', rows[LOCALES], button('Add a locale', addLocale)),
    group(VARIANTS, 'Variants', rows[VARIANTS], button('Add a variant', addVariant)),
    more,
  );

  form.addEventListener('input', ({ target }) => {
    if (target.dataset.type === 'key') renameLocale(target);
    // A browser takes back what was typed, not what was chosen.
    else change(target.name, read(target), target instanceof HTMLSelectElement);
  });
  form.addEventListener('focusout', ({ target }) => {
    if (target.dataset.type === 'key') target.value = names(target.name)[1];
  });

  function fill(holder, count, build) {
    while (holder.children.length > count) holder.lastElementChild.remove();
    while (holder.children.length < count) holder.append(build(holder.children.length));
  }

  return function sync(next) {
    const readable = isObject(next);
    byId('fields').disabled = !readable;
    byId('unreadable').hidden = readable;
    if (!readable) return;
    product = next;
    const keys = locales();
    const count = variants().length;
    fill(rows[LOCALES], Math.min(keys.length, MOST_ROWS), localeRow);
    [...rows[LOCALES].children].forEach((row, i) => syncLocale(row, keys[i]));
    fill(rows[VARIANTS], Math.min(count, MOST_ROWS), variantRow);
    more.hidden = Math.max(keys.length, count) <= MOST_ROWS;
    for (const control of form.elements) {
      if (control.dataset.type && control.dataset.type !== 'key') show(control, product);
    }
  };
}
