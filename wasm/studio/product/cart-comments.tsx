// Shows the comments for the cart, by locale.

import { useState } from 'preact/hooks';
import { Button } from '../controls/elements.js';
import { applyOperations, setValue } from '../edits/text-edits.js';
import { useControl } from '../findings/controls.js';
import { ariaFor, Problems } from '../findings/finding.js';
import { childPointer, get, isObject } from '../json/json-value.js';
import { t } from '../language/language.js';
import { commit, settle, text } from '../state/history.js';
import { value } from '../state/products.js';
import { LongField, useDraft } from './field.js';
import { focus, Rows } from './group.js';

export function Comments({ base }: { base: string }) {
  const path = `${base}/localization_values`;
  const held = get(value.value, path);
  const locales = isObject(held) ? Object.keys(held) : [];
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
    const held = get(value.value, path);
    if (!isObject(held) || Object.hasOwn(held, name)) return;
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
