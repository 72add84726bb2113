// Shows the calls that update existing products.

import { useState } from 'preact/hooks';
import { Finding } from '../findings/finding.js';
import { get, isObject, parseJson } from '../json/json-value.js';
import { t, translated, translations } from '../language/language.js';
import type { Tools } from '../module/load-tools.js';
import type { Outline } from '../module/model.js';
import { checkText } from '../module/module.js';
import { noEffectReason } from '../state/buyer-effect.js';
import { nameOf, productPointer, products, value } from '../state/products.js';
import { callArguments, severityOverrides } from '../state/report.js';
import type { Syntax } from './request.js';
import { Call } from './request.js';

/**
 * A product that differs from the existing product with the same id. Has no `update` if no existing product has this
 * id.
 */
type ChangedProduct =
  | { readonly product: Outline }
  | { readonly product: Outline; readonly current: object; readonly update: ReturnType<Tools['update']> };

const changedProducts = (tools: Tools, earlier: readonly unknown[]): ChangedProduct[] =>
  products.value.flatMap((product, index): ChangedProduct[] => {
    const wanted = get(value.value, productPointer(index));
    const current = earlier.filter(isObject).find(({ id }) => id === product.id);
    if (current === undefined || product.id === null || !isObject(wanted)) return [{ product }];
    const update = tools.update({ current, wanted });
    return !update.ok || update.body !== null ? [{ product, current, update }] : [];
  });

function UpdateCalls({ tools, how, earlier }: { tools: Tools; how: Syntax; earlier: readonly unknown[] }) {
  const [, options] = callArguments({ rules: severityOverrides.value });
  const changes = changedProducts(tools, earlier);
  return (
    <ol class="calls">
      {changes.length === 0 && <li class="hint">{t('calls-nothing')}</li>}
      {changes.map(({ product, ...rest }, index) => {
        const title = `${index + 1}. ${t('calls-change', { name: nameOf(product) })}`;
        if (!('update' in rest)) return <Hint key={index} title={title} hint={t('calls-no-id')} />;
        const { update, current } = rest;
        if (!update.ok) {
          const fields = update.fields?.join(', ') ?? '';
          return <Hint key={index} title={title} hint={t('calls-cannot-remove', { fields })} />;
        }
        const [id, body] = [product.id ?? 0, update.body ?? ''];
        const request = tools.changeRequest({ id, body });
        const { diagnostics } = translated(
          checkText(body, { operation: 'update', productId: id, current, ...options }),
        );
        return (
          request.ok && (
            <Call key={index} how={how} title={title} request={request}>
              {diagnostics.map((finding) => (
                <Finding key={finding.path + finding.code} finding={finding} isKeyed />
              ))}
            </Call>
          )
        );
      })}
    </ol>
  );
}

const Hint = ({ title, hint }: { title: string; hint: string }) => (
  <li>
    <b>{title}</b> <p class="hint">{hint}</p>
  </li>
);

export function UpdatePane({ tools, how }: { tools: Tools; how: Syntax }) {
  const [before, setBefore] = useState('');
  const [, options] = callArguments({ rules: severityOverrides.value });
  const was = parseJson(before);
  const isOdd = was === undefined && before !== '';
  const wrong = noEffectReason.value || (isOdd ? translated(checkText(before)).diagnostics[0]?.message : undefined);
  const compared = was === undefined ? undefined : tools.comparison(was, value.value, options, translations.value);
  return (
    <>
      <div class="field">
        <label for="before">{t('calls-before')}</label>
        <textarea
          id="before"
          rows={6}
          spellcheck={false}
          value={before}
          onInput={({ currentTarget }) => setBefore(currentTarget.value)}
          data-own-keys
        />
      </div>
      {wrong && <p class="notice">{wrong}</p>}
      {!wrong && was !== undefined && (
        <>
          <UpdateCalls tools={tools} how={how} earlier={[was].flat()} />
          {compared?.ok && (
            <>
              <h3>{t('calls-changes')}</h3>
              <pre tabIndex={0} role="region" aria-label={t('calls-changes')} id="comparison">
                {compared.value}
              </pre>
            </>
          )}
        </>
      )}
    </>
  );
}
