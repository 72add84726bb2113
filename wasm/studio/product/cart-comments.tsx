// Shows the comments for the cart, by locale.

import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { setValue } from '../edits/text-edits.js';
import { idOf, useControl } from '../findings/controls.js';
import { ariaFor, Problems } from '../findings/problems.js';
import { endTyping } from '../findings/visible-findings.js';
import { childPointer, get, isObject } from '../json/json-value.js';
import { t } from '../language/language.js';
import { applyPatch } from '../module/module.js';
import { commit, endUndoGroup, settle, text } from '../state/history.js';
import { value } from '../state/products.js';
import { LongField } from './field.js';
import { focus, Group, MAX_ROWS } from './group.js';

export function Comments({ base }: { base: string }) {
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
