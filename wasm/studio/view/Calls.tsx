// API calls that create the shown products in order, or that update existing ones.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { productPointer } from '../src/edits.js';
import { t, translations } from '../src/language.js';
import { formatIfValid } from '../src/layout.js';
import { tools as loaded } from '../src/lazy.js';
import type { Outline } from '../src/model.js';
import { checkText } from '../src/module.js';
import { type DisplayedRequest, plannedCalls } from '../src/plan.js';
import {
  callArguments,
  chainProducts,
  initiatorAt,
  nameOf,
  noEffectReason,
  optionError,
  products,
  severityOverrides,
  translated,
  value,
} from '../src/state.js';
import { get, isObject, parseJson } from '../src/value.js';
import { Button } from './Button.js';
import { copy } from './Json.js';
import { Finding } from './Problems.js';

const BASE = '{base_url}';
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Renders a request as source code to copy. */
const RENDERERS = {
  curl: ({ method, path, headers, body }: DisplayedRequest) => {
    const said = Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
    return [`curl -X ${method} ${shellQuote(BASE + path)}`, ...said, `-d ${shellQuote(formatIfValid(body))}`].join(
      ' \\\n  ',
    );
  },
  fetch: ({ method, path, headers, body }: DisplayedRequest) =>
    `await fetch(${JSON.stringify(BASE + path)}, {\n  method: ${JSON.stringify(method)},\n  headers: ${JSON.stringify(headers)},\n  body: JSON.stringify(${formatIfValid(body).replaceAll('\n', '\n  ')}),\n});`,
};

type Syntax = keyof typeof RENDERERS;
type Mode = 'new' | 'update';
type Tools = NonNullable<typeof loaded.value>;

function Call({
  request,
  title,
  how,
  children,
}: {
  request: DisplayedRequest;
  title: string;
  how: Syntax;
  children?: ComponentChildren;
}) {
  const shown = RENDERERS[how](request);
  return (
    <li class="call">
      <h3>
        <span>{title}</span>
        <Button label={t('copy')} act={() => copy(shown, t('copied-text'))} />
      </h3>
      <pre tabIndex={0} role="region" aria-label={title}>
        <code>{shown}</code>
      </pre>
      {children}
    </li>
  );
}

function Choice<Word extends string>({
  name,
  choices,
  chosen,
  choose,
}: {
  name: string;
  choices: readonly Word[];
  chosen: Word;
  choose(word: Word): void;
}) {
  return (
    <fieldset class="choices">
      <legend class="hidden">{t(`calls-${name}`)}</legend>
      {choices.map((word) => (
        <label key={word}>
          <input type="radio" name={name} checked={chosen === word} onChange={() => choose(word)} />{' '}
          {t(`calls-${word}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Calls that create all products; their ids are placeholders. */
function CreateCalls({ tools, how }: { tools: Tools; how: Syntax }) {
  const [text, options] = callArguments({ rules: severityOverrides.value });
  const described = tools.setupOf(text, initiatorAt.value);
  const planned = described.ok ? tools.planOf(described.setup, options) : described;
  if (!planned.ok) {
    if (planned.report === undefined) return <p class="notice">{noEffectReason.value || planned.message}</p>;
    const errors = translated(planned.report).diagnostics.filter(({ severity }) => severity === 'error');
    return (
      <>
        <p class="hint">{t('calls-errors')}</p>
        <ul class="notes">
          {errors.map((error) => (
            <li key={error.path + error.code}>{error.message}</li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <ol class="calls">
      {plannedCalls(tools, planned.plan).map(({ request, position }, index) => (
        <Call
          key={index}
          request={request}
          how={how}
          title={`${index + 1}. ${t(request.method === 'POST' ? 'calls-new-product' : 'calls-change', { name: nameOf(chainProducts.value[position]) })}`}
        />
      ))}
    </ol>
  );
}

/** A product that differs from the existing one; without `update` if it has no existing counterpart. */
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

function UpdatePane({ tools, how }: { tools: Tools; how: Syntax }) {
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

export function Calls() {
  const tools = loaded.value;
  const [mode, setMode] = useState<Mode>('new');
  const [how, setHow] = useState<Syntax>('curl');
  const Pane = mode === 'new' ? CreateCalls : UpdatePane;
  return (
    <div class="calls" id="calls">
      <Choice<Mode> name="mode" choices={['new', 'update']} chosen={mode} choose={setMode} />
      <Choice<Syntax> name="how" choices={['curl', 'fetch']} chosen={how} choose={setHow} />
      {optionError.value && <p class="notice">{optionError.value}</p>}
      {!optionError.value && tools && <Pane tools={tools} how={how} />}
      <p class="hint">{t('calls-token')}</p>
    </div>
  );
}
