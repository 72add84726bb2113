// The calls that make the set-up, in order, or those that change what there is.

import { useState } from 'preact/hooks';
import { baseOf } from '../src/edits.js';
import { tables, t } from '../src/language.js';
import { tools as loaded } from '../src/later.js';
import { laidOut } from '../src/layout.js';
import { checkText } from '../src/module.js';
import { steps } from '../src/plan.js';
import { asks, boxes, initiatorAt, levels, nameOf, products, spoken, trouble, unanswered, value } from '../src/state.js';
import { get, parsed } from '../src/value.js';
import { copy } from './Json.jsx';
import { Finding } from './Problems.jsx';

const BASE = '{base_url}';
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as people run it. */
const SHOWN = {
  curl: ({ method, path, headers, body }) =>
    [`curl -X ${method} ${quoted(BASE + path)}`, ...Object.entries(headers).map(([name, said]) => `-H ${quoted(`${name}: ${said}`)}`), `-d ${quoted(laidOut(body))}`].join(' \\\n  '),
  fetch: ({ method, path, headers, body }) => `await fetch(${JSON.stringify(BASE + path)}, {\n  method: ${JSON.stringify(method)},\n  headers: ${JSON.stringify(headers)},\n  body: JSON.stringify(${laidOut(body).replaceAll('\n', '\n  ')}),\n});`,
};

function Call({ request, title, how, children }) {
  const shown = SHOWN[how](request);
  return (
    <li class="call">
      <h3><span>{title}</span><button type="button" class="small" onClick={() => copy(shown, t('copied-text'))}>{t('copy')}</button></h3>
      <pre tabIndex={0} role="region" aria-label={title}><code>{shown}</code></pre>
      {children}
    </li>
  );
}

function Choice({ name, choices, chosen, choose }) {
  return (
    <fieldset class="choices">
      <legend class="hidden">{t(`calls-${name}`)}</legend>
      {choices.map((one) => (
        <label key={one}><input type="radio" name={name} checked={chosen === one} onChange={() => choose(one)} /> {t(`calls-${one}`)}</label>
      ))}
    </fieldset>
  );
}

/** All that is new is created; ids are not known before. */
function Fresh({ tools, how }) {
  const [text, stated] = asks({ rules: levels.value });
  const described = tools.setupOf(text, initiatorAt.value);
  const planned = described.ok ? tools.planOf(described.setup, stated) : described;
  if (!planned.ok && planned.report === undefined) return <p class="notice">{unanswered.value || planned.message}</p>;
  if (!planned.ok) {
    return (
      <>
        <p class="hint">{t('calls-errors')}</p>
        <ul class="notes">{spoken(planned.report).diagnostics.filter(({ severity }) => severity === 'error').map((one) => <li key={one.path + one.code}>{one.message}</li>)}</ul>
      </>
    );
  }
  return (
    <ol class="calls">
      {steps(tools, planned.plan).map(({ request, position }, index) => (
        <Call key={index} request={request} how={how} title={`${index + 1}. ${t(request.method === 'POST' ? 'calls-new-product' : 'calls-change', { name: nameOf(boxes.value[position]) })}`} />
      ))}
    </ol>
  );
}

/** What is sent to make the set-up of an earlier version of it. */
function Change({ tools, how }) {
  const [before, setBefore] = useState('');
  const [, stated] = asks({ rules: levels.value });
  const was = parsed(before);
  const earlier = [was].flat();
  const wrong = unanswered.value || (was === undefined && before !== '' && spoken(checkText(before)).diagnostics[0]?.message);
  const changes = products.value.flatMap((product, index) => {
    const wanted = get(value.value, baseOf(index));
    const current = earlier.find((one) => one?.id === product.id);
    if (current === undefined || product.id === null) return [{ product }];
    const update = tools.update({ current, wanted });
    return !update.ok || update.body !== null ? [{ product, current, update }] : [];
  });
  const compared = was === undefined ? undefined : tools.comparison(was, value.value, stated, tables.value);
  return (
    <>
      <div class="field">
        <label for="before">{t('calls-before')}</label>
        <textarea id="before" rows={6} spellcheck={false} value={before} onInput={({ target }) => setBefore(target.value)} data-own-keys />
      </div>
      {wrong && <p class="notice">{wrong}</p>}
      {!wrong && was !== undefined && (
        <>
          <ol class="calls">
            {changes.length === 0 && <li class="hint">{t('calls-nothing')}</li>}
            {changes.map(({ product, current, update }, index) => {
              const title = `${index + 1}. ${t('calls-change', { name: nameOf(product) })}`;
              if (!update?.ok) return <li key={index}><b>{title}</b> <p class="hint">{update ? t('calls-cannot-remove', { fields: update.fields.join(', ') }) : t('calls-no-id')}</p></li>;
              const { diagnostics } = spoken(checkText(update.body, { operation: 'update', productId: product.id, current, ...stated }));
              return (
                <Call key={index} how={how} title={title} request={tools.changeRequest({ id: product.id, body: update.body })}>
                  {diagnostics.map((finding) => <Finding key={finding.path + finding.code} finding={finding} isKeyed />)}
                </Call>
              );
            })}
          </ol>
          {compared?.ok && (
            <>
              <h3>{t('calls-changes')}</h3>
              <pre tabIndex={0} role="region" aria-label={t('calls-changes')} id="comparison">{compared.value}</pre>
            </>
          )}
        </>
      )}
    </>
  );
}

export function Calls() {
  const tools = loaded.value;
  const [mode, setMode] = useState('new');
  const [how, setHow] = useState('curl');
  return (
    <div class="calls" id="calls">
      <Choice name="mode" choices={['new', 'update']} chosen={mode} choose={setMode} />
      <Choice name="how" choices={['curl', 'fetch']} chosen={how} choose={setHow} />
      {trouble.value ? <p class="notice">{trouble.value}</p> : mode === 'new' ? <Fresh tools={tools} how={how} /> : <Change tools={tools} how={how} />}
      <p class="hint">{t('calls-token')}</p>
    </div>
  );
}
