// Form of the selected product.

import type { ComponentChildren, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { productPointer, SETTINGS, setTrial, setValue } from '../src/edits.js';
import { endTyping } from '../src/findings.js';
import { t } from '../src/language.js';
import { applyPatch } from '../src/module.js';
import {
  buyerEffect,
  commit,
  endUndoGroup,
  initiatorAt,
  productAt,
  products,
  readable,
  settle,
  text,
  value,
} from '../src/state.js';
import { childPointer, get, isObject } from '../src/value.js';
import { Button } from './Button.js';
import { Field, LongField, Switch, Term, useControl } from './Field.js';
import { ariaFor, idOf, Problems } from './Problems.js';

/** Maximum number of rows in a list: more would make the page slow. The rest is edited as JSON. */
const MAX_ROWS = 50;

const focus = (path: string) => requestAnimationFrame(() => document.getElementById(idOf(path))?.focus());

interface GroupProps {
  path: string;
  legend: ComponentChildren;
  children: ComponentChildren;
  className: string;
}

/** Fieldset that shows findings about a container. */
function Group({ path, legend, children, className }: GroupProps) {
  const element = useControl<HTMLFieldSetElement>(path);
  return (
    <fieldset ref={element} id={idOf(path)} class={className} tabIndex={-1} {...ariaFor(path)} aria-invalid={undefined}>
      <legend>{legend}</legend>
      <Problems paths={[path]} />
      {children}
    </fieldset>
  );
}

function Kinds({ base }: { base: string }) {
  const settings = base + SETTINGS;
  const isTrial = () => buyerEffect.value?.trial === true;
  const toggle = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    setTrial(!isTrial());
    // If the product cannot become a free trial, the switch goes back.
    currentTarget.checked = isTrial();
  };
  const auto = get(value.value, `${settings}/renew_ar`);
  const isAuto = get(auto, '/enable') === true || get(auto, '/required') !== undefined;
  return (
    <Group path={settings} legend={t('how')} className="kinds">
      <Problems paths={[`${settings}/product_id_for_renew`]} />
      <ChainFocusTarget path={`${settings}/product_id_for_renew`} />
      <div class="switches">
        <Switch path={`${settings}/renew_ar/enable`} label={t('ar')} hint={t('ar-hint')} />
        <Switch path={`${settings}/renew_pmr`} label={t('pmr')} hint={t('pmr-hint')} />
        <Switch path={`${settings}/renew_email`} label={t('email')} hint={t('email-hint')} />
        {isAuto && <Switch path={`${settings}/renew_ar/required`} label={t('required')} />}
        <div class="switch trial">
          <label>
            <input type="checkbox" role="switch" id="trial" checked={isTrial()} onChange={toggle} />
            <span>
              <b>{t('trial')}</b>
              <small>{t('trial-hint')}</small>
            </span>
          </label>
        </div>
      </div>
    </Group>
  );
}

/** Focus target for findings about the chain, which has no control in this form: its boxes are above. */
function ChainFocusTarget({ path }: { path: string }) {
  const element = useControl<HTMLSpanElement>(path);
  return (
    <span ref={element} id={idOf(path)} tabIndex={-1} class="hidden">
      {t('products')}
    </span>
  );
}

function Variants({ base }: { base: string }) {
  const path = `${base}/variants`;
  const held = get(value.value, path);
  const rows = Array.isArray(held) ? held : [];
  const add = () => {
    endUndoGroup();
    const like = (field: string) => get(rows.at(-1), field) ?? '';
    const common = { currency: like('/price/common/currency'), price: '' };
    const row = { vendor_code: like('/vendor_code'), sku: '', price: { common } };
    if (Array.isArray(held)) commit({ text: applyPatch(text.value, [{ op: 'add', path: `${path}/-`, value: row }]) });
    else setValue(path, [row]);
    focus(`${path}/${rows.length}/vendor_code`);
  };
  const remove = (index: number) => {
    endUndoGroup();
    if (rows.length === 1) setValue(path, undefined);
    else commit({ text: applyPatch(text.value, [{ op: 'remove', path: `${path}/${index}` }]) });
    focus(path);
  };
  return (
    <Group path={path} legend={t('variants')} className="variants">
      {rows.slice(0, MAX_ROWS).map((_, index) => (
        <Variant key={index} path={`${path}/${index}`} number={index + 1} remove={() => remove(index)} />
      ))}
      {rows.length > MAX_ROWS && <p class="hint">{t('more-rows', { count: MAX_ROWS })}</p>}
      <Button look="add" label={`+ ${t('add-variant')}`} act={add} />
    </Group>
  );
}

const VARIANT = [
  ['vendor_code', 'vendor-code', 'V1'],
  ['sku', 'sku', 'S1'],
  ['sku_ar', 'sku-ar', ''],
  ['price/common/currency', 'currency', 'USD'],
  ['price/common/price', 'price', '9.90'],
] as const;

function Variant({ path, number, remove }: { path: string; number: number; remove(): void }) {
  const element = useControl<HTMLDivElement>(path);
  const fields = VARIANT.map(([name, label, example]) => ({ path: `${path}/${name}`, label: t(label), example }));
  const labels = Object.fromEntries(fields.map((field) => [field.path, field.label]));
  return (
    <div ref={element} id={idOf(path)} class="variant" role="group" aria-label={t('variant', { number })} tabIndex={-1}>
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

function Comments({ base }: { base: string }) {
  const path = `${base}/localization_values`;
  const held = get(value.value, path);
  const locales = isObject(held) ? Object.keys(held) : [];
  const [open, setOpen] = useState(false);
  const add = () => {
    endUndoGroup();
    if (!locales.includes('')) setValue(childPointer(path, ''), {});
    setOpen(true);
    focus(childPointer(path, ''));
  };
  return (
    <details class="more" open={open || locales.length > 0}>
      <summary>{t('comments')}</summary>
      <Group path={path} legend={<span class="hidden">{t('comments')}</span>} className="bare">
        {locales.slice(0, MAX_ROWS).map((locale, index) => (
          <Locale key={index} path={path} locale={locale} />
        ))}
        {locales.length > MAX_ROWS && <p class="hint">{t('more-rows', { count: MAX_ROWS })}</p>}
        <Button look="add" label={`+ ${t('add-locale')}`} act={add} />
      </Group>
    </details>
  );
}

function Locale({ path, locale }: { path: string; locale: string }) {
  const own = childPointer(path, locale);
  const element = useControl<HTMLInputElement>(own);
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const rename = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    setDraft(currentTarget.value);
    const held = get(value.value, path);
    if (!isObject(held) || Object.hasOwn(held, currentTarget.value)) return;
    commit(
      { text: applyPatch(text.value, [{ op: 'move', from: own, path: childPointer(path, currentTarget.value) }]) },
      `locale ${path}`,
    );
    settle();
  };
  const remove = () => {
    endUndoGroup();
    setValue(own, undefined);
    focus(path);
  };
  return (
    <div class="locale">
      <div class="field">
        <label for={idOf(own)}>{t('locale')}</label>
        <div class="row">
          <input
            ref={element}
            id={idOf(own)}
            name={own}
            class="key"
            value={draft ?? locale}
            placeholder="en_US"
            autocomplete="off"
            onInput={rename}
            onBlur={() => {
              setDraft(undefined);
              endTyping();
              endUndoGroup();
            }}
            {...ariaFor(own)}
          />
          <Button look="tool" label="×" aria-label={t('remove-locale', { name: locale })} act={remove} />
        </div>
      </div>
      <LongField path={`${own}/comment_for_product_for_AR`} label={t('comment-ar')} />
      <LongField path={`${own}/comment_for_product_for_MR`} label={t('comment-mr')} />
      <Problems paths={[own]} />
    </div>
  );
}

export function Product() {
  const base = productPointer(productAt.value);
  const product = products.value[productAt.value];
  const element = useControl<HTMLDivElement>(base);
  const isInitiator = productAt.value === initiatorAt.value;
  return (
    <form
      id="product-form"
      class="product"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      aria-label={product?.name || t('product')}
    >
      {!readable.value && (
        <p class="notice" id="form-off">
          {t('form-off')}
        </p>
      )}
      <fieldset class="bare" disabled={!readable.value} key={base}>
        {isInitiator && <Kinds base={base} />}
        <div class="fields">
          <Field path={`${base}/name`} label={t('name')} example="Example Pro" />
          <Term path={`${base}/licence_term`} term={product?.term} />
        </div>
        <div ref={element} id={idOf(base)} tabIndex={-1} class="whole">
          <Problems paths={base === '' ? [''] : ['', base]} />
        </div>
        <Variants base={base} />
        <div class="fields three">
          <Field path={`${base}/id`} label={t('id')} type="number" example="101" />
          <Field path={`${base}/family_name`} label={t('family')} />
          <Field path={`${base}/license_type`} label={t('license-type')} />
        </div>
        <Comments base={base} />
      </fieldset>
    </form>
  );
}
