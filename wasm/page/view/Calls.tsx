// The calls that make the set-up, in order, or those that change what there is.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { baseOf } from '../src/edits.js';
import { t, tables } from '../src/language.js';
import { tools as loaded } from '../src/later.js';
import { laidOut } from '../src/layout.js';
import type { Outline } from '../src/model.js';
import { checkText } from '../src/module.js';
import { type Shown, steps } from '../src/plan.js';
import {
  asks,
  boxes,
  initiatorAt,
  levels,
  nameOf,
  products,
  spoken,
  trouble,
  unanswered,
  value,
} from '../src/state.js';
import { get, isObject, parsed } from '../src/value.js';
import { Button } from './Button.js';
import { copy } from './Json.js';
import { Finding } from './Problems.js';

const BASE = '{base_url}';
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as people run it. */
const SHOWN = {
  curl: ({ method, path, headers, body }: Shown) => {
    const said = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
    return [`curl -X ${method} ${quoted(BASE + path)}`, ...said, `-d ${quoted(laidOut(body))}`].join(' \\\n  ');
  },
  fetch: ({ method, path, headers, body }: Shown) =>
    `await fetch(${JSON.stringify(BASE + path)}, {\n  method: ${JSON.stringify(method)},\n  headers: ${JSON.stringify(headers)},\n  body: JSON.stringify(${laidOut(body).replaceAll('\n', '\n  ')}),\n});`,
};

type How = keyof typeof SHOWN;
type Mode = 'new' | 'update';
type Tools = NonNullable<typeof loaded.value>;

function Call({
  request,
  title,
  how,
  children,
}: {
  request: Shown;
  title: string;
  how: How;
  children?: ComponentChildren;
}) {
  const shown = SHOWN[how](request);
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

/** All that is new is created; ids are not known before. */
function Fresh({ tools, how }: { tools: Tools; how: How }) {
  const [text, options] = asks({ rules: levels.value });
  const described = tools.setupOf(text, initiatorAt.value);
  const planned = described.ok ? tools.planOf(described.setup, options) : described;
  if (!planned.ok) {
    if (planned.report === undefined) return <p class="notice">{unanswered.value || planned.message}</p>;
    const errors = spoken(planned.report).diagnostics.filter(({ severity }) => severity === 'error');
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
      {steps(tools, planned.plan).map(({ request, position }, index) => (
        <Call
          key={index}
          request={request}
          how={how}
          title={`${index + 1}. ${t(request.method === 'POST' ? 'calls-new-product' : 'calls-change', { name: nameOf(boxes.value[position]) })}`}
        />
      ))}
    </ol>
  );
}

/** What is sent to make the set-up of an earlier version of it. */
/** What makes of an earlier product the one that there is now. */
type Changed =
  | { readonly product: Outline }
  | { readonly product: Outline; readonly current: object; readonly update: ReturnType<Tools['update']> };

const changed = (tools: Tools, earlier: readonly unknown[]): Changed[] =>
  products.value.flatMap((product, index): Changed[] => {
    const wanted = get(value.value, baseOf(index));
    const current = earlier.filter(isObject).find(({ id }) => id === product.id);
    if (current === undefined || product.id === null || !isObject(wanted)) return [{ product }];
    const update = tools.update({ current, wanted });
    return !update.ok || update.body !== null ? [{ product, current, update }] : [];
  });

function Changes({ tools, how, earlier }: { tools: Tools; how: How; earlier: readonly unknown[] }) {
  const [, options] = asks({ rules: levels.value });
  const changes = changed(tools, earlier);
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
        const { diagnostics } = spoken(checkText(body, { operation: 'update', productId: id, current, ...options }));
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

function Change({ tools, how }: { tools: Tools; how: How }) {
  const [before, setBefore] = useState('');
  const [, options] = asks({ rules: levels.value });
  const was = parsed(before);
  const isOdd = was === undefined && before !== '';
  const wrong = unanswered.value || (isOdd ? spoken(checkText(before)).diagnostics[0]?.message : undefined);
  const compared = was === undefined ? undefined : tools.comparison(was, value.value, options, tables.value);
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
          <Changes tools={tools} how={how} earlier={[was].flat()} />
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
  const [how, setHow] = useState<How>('curl');
  const Made = mode === 'new' ? Fresh : Change;
  return (
    <div class="calls" id="calls">
      <Choice<Mode> name="mode" choices={['new', 'update']} chosen={mode} choose={setMode} />
      <Choice<How> name="how" choices={['curl', 'fetch']} chosen={how} choose={setHow} />
      {trouble.value && <p class="notice">{trouble.value}</p>}
      {!trouble.value && tools && <Made tools={tools} how={how} />}
      <p class="hint">{t('calls-token')}</p>
    </div>
  );
}
