// Shows the lists of a product: its variants with their prices, and its comments for the cart by locale.

import { useState } from 'preact/hooks';
import { Button } from '../controls/elements.js';
import { applyOperations, setValue } from '../edits/text-edits.js';
import { ariaFor, Problems } from '../findings/finding.js';
import { useControl } from '../findings/findings.js';
import { childPointer, get, isObject } from '../json/json.js';
import { t } from '../language/language.js';
import { commit, settle, text } from '../state/history.js';
import { value } from '../state/products.js';
import { Field, focus, LongField, Rows, useDraft } from './field.js';

export function Variants({ base }: { base: string }) {
  const path = `${base}/variants`;
  const current = get(value.value, path);
  const rows: unknown[] = Array.isArray(current) ? current : [];
  const add = () => {
    const like = (field: string) => get(rows.at(-1), field) ?? '';
    const common = { currency: like('/price/common/currency'), price: '' };
    const row = { vendor_code: like('/vendor_code'), sku: '', price: { common } };
    if (Array.isArray(current)) setValue(`${path}/${rows.length}`, row);
    else setValue(path, [row]);
    focus(`${path}/${rows.length}/vendor_code`);
  };
  return (
    <Rows
      path={path}
      legend={t('variants')}
      className="variants"
      items={rows}
      row={(_, index) => <Variant key={index} list={path} index={index} />}
      addLabel={t('add-variant')}
      add={add}
    />
  );
}

const VARIANT = [
  ['vendor_code', 'vendor-code', 'V1'],
  ['sku', 'sku', 'S1'],
  ['sku_ar', 'sku-ar', ''],
  ['price/common/currency', 'currency', 'USD'],
  ['price/common/price', 'price', '9.90'],
] as const;

function Variant({ list, index }: { list: string; index: number }) {
  const path = `${list}/${index}`;
  const number = index + 1;
  const fields = VARIANT.map(([name, label, example]) => ({ path: `${path}/${name}`, label: t(label), example }));
  const labels = Object.fromEntries(fields.map((field) => [field.path, field.label]));
  const remove = () => {
    setValue(path, undefined);
    focus(list);
  };
  return (
    <div
      {...useControl<HTMLDivElement>(path)}
      class="variant"
      role="group"
      aria-label={t('variant', { number })}
      tabIndex={-1}
    >
      <div class="cells">
        {fields.map((field) => (
          <Field key={field.path} bare {...field} />
        ))}
        <Button look="tool" label="×" aria-label={t('remove-variant', { number })} act={remove} />
      </div>
      <Problems paths={[path, ...fields.map((field) => field.path)]} labels={labels} />
    </div>
  );
}

export function Comments({ base }: { base: string }) {
  const path = `${base}/localization_values`;
  const current = get(value.value, path);
  const locales = isObject(current) ? Object.keys(current) : [];
  const [open, setOpen] = useState(false);
  const add = () => {
    if (!locales.includes('')) setValue(childPointer(path, ''), {});
    setOpen(true);
    focus(childPointer(path, ''));
  };
  return (
    <details class="more" open={open || locales.length > 0}>
      <summary>{t('comments')}</summary>
      <Rows
        path={path}
        legend={<span class="hidden">{t('comments')}</span>}
        className="bare"
        items={locales}
        row={(locale, index) => <Locale key={index} path={path} locale={locale} />}
        addLabel={t('add-locale')}
        add={add}
      />
    </details>
  );
}

function Locale({ path, locale }: { path: string; locale: string }) {
  const own = childPointer(path, locale);
  const rename = (name: string) => {
    const current = get(value.value, path);
    if (!isObject(current) || Object.hasOwn(current, name)) return;
    const move = { op: 'move', from: own, path: childPointer(path, name) } as const;
    commit({ text: applyOperations(text.value, [move]) }, `locale ${path}`);
    settle();
  };
  const remove = () => {
    setValue(own, undefined);
    focus(path);
  };
  const input = {
    ...useDraft<HTMLInputElement>(locale, rename),
    ...useControl<HTMLInputElement>(own),
    ...ariaFor(own),
    name: own,
  };
  return (
    <div class="locale">
      <div class="field">
        <label for={input.id}>{t('locale')}</label>
        <div class="row">
          <input {...input} class="key" placeholder="en_US" />
          <Button look="tool" label="×" aria-label={t('remove-locale', { name: locale })} act={remove} />
        </div>
      </div>
      <LongField path={`${own}/comment_for_product_for_AR`} label={t('comment-ar')} />
      <LongField path={`${own}/comment_for_product_for_MR`} label={t('comment-mr')} />
      <Problems paths={[own]} />
    </div>
  );
}
