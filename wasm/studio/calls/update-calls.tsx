// Shows the calls that update existing products.

import { useState } from 'preact/hooks';
import { Labelled, Notice } from '../controls/elements.js';
import { Finding } from '../findings/finding.js';
import { get, isObject, parseJson } from '../json/json-value.js';
import { t, translated, translations } from '../language/language.js';
import type { Tools } from '../module/load-tools.js';
import { checkText } from '../module/module.js';
import { nameOf, productPointer, products, value } from '../state/products.js';
import { callArguments, noEffectReason, severityOverrides } from '../state/report.js';
import { Call, type Syntax } from './request.js';

/** Products that differ from the existing product with the same id, or for which there is none. */
const changedProducts = (tools: Tools, earlier: readonly unknown[]) =>
  products.value
    .map((product, index) => {
      const wanted = get(value.value, productPointer(index));
      const current = earlier.filter(isObject).find(({ id }) => id === product.id);
      const isKnown = current !== undefined && product.id !== null && isObject(wanted);
      return { product, current, update: isKnown ? tools.update(current, wanted) : undefined };
    })
    .filter(({ update }) => update?.value?.body !== null);

function UpdateCalls({ tools, how, earlier }: { tools: Tools; how: Syntax; earlier: readonly unknown[] }) {
  const [, options] = callArguments({ rules: severityOverrides.value });
  const changes = changedProducts(tools, earlier);
  return (
    <ol class="calls">
      {changes.length === 0 && <li class="hint">{t('calls-nothing')}</li>}
      {changes.map(({ product, current, update }, index) => {
        const title = `${index + 1}. ${t('calls-change', { name: nameOf(product) })}`;
        if (update === undefined) return <Hint key={index} title={title} hint={t('calls-no-id')} />;
        if (!update.ok) {
          const fields = update.error.fields?.join(', ') ?? '';
          return <Hint key={index} title={title} hint={t('calls-cannot-remove', { fields })} />;
        }
        const [id, body] = [product.id ?? 0, update.value.body ?? ''];
        const request = tools.changeRequest(id, body);
        const report = checkText(body, { operation: 'update', productId: id, current, ...options });
        return (
          request.ok && (
            <Call key={index} how={how} title={title} request={request.value}>
              {translated(report).diagnostics.map((finding) => (
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
      <Labelled id="before" label={t('calls-before')}>
        <textarea
          id="before"
          rows={6}
          spellcheck={false}
          value={before}
          onInput={({ currentTarget }) => setBefore(currentTarget.value)}
          data-own-keys
        />
      </Labelled>
      <Notice text={wrong} />
      {!wrong && was !== undefined && <UpdateCalls tools={tools} how={how} earlier={[was].flat()} />}
      {!wrong && compared?.ok && (
        <>
          <h3>{t('calls-changes')}</h3>
          <pre tabIndex={0} role="region" aria-label={t('calls-changes')} id="comparison">
            {compared.value}
          </pre>
        </>
      )}
    </>
  );
}
