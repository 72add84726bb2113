// Shows the API calls that create the products of the shown chain, or that update existing products, as source code.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ServiceRequest } from '../../lib/tools-model.js';
import { Button, Labelled, Notice } from '../controls/elements.js';
import { copy } from '../controls/toast.js';
import { Finding } from '../findings/finding.js';
import { formatIfValid, formatJson, get, isObject, parseJson } from '../json/json.js';
import { t, translated, translations } from '../language/language.js';
import type { Tools } from '../module/load-tools.js';
import { checkText } from '../module/module.js';
import { chainProducts, initiatorAt, letter, nameOf, productPointer, products, value } from '../state/products.js';
import { callArguments, noSummaryReason, optionError, severityOverrides } from '../state/report.js';

/** A request in which unknown ids are placeholders. */
type DisplayedRequest = Pick<ServiceRequest, 'method' | 'path' | 'headers' | 'body'>;

const BASE = '{base_url}';

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const RENDERERS = {
  curl: ({ method, path, headers, body }: DisplayedRequest) =>
    [
      `curl -X ${method} ${shellQuote(BASE + path)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
      `-d ${shellQuote(formatIfValid(body))}`,
    ].join(' \\\n  '),
  fetch: ({ method, path, headers, body }: DisplayedRequest) =>
    `await fetch(${JSON.stringify(BASE + path)}, {\n  method: ${JSON.stringify(method)},\n  headers: ${JSON.stringify(headers)},\n  body: JSON.stringify(${formatIfValid(body).replaceAll('\n', '\n  ')}),\n});`,
};

type Syntax = keyof typeof RENDERERS;

interface CallProps {
  request: DisplayedRequest;
  title: string;
  syntax: Syntax;
  children?: ComponentChildren;
}

function Call({ request, title, syntax, children }: CallProps) {
  const shown = RENDERERS[syntax](request);
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

/** A planned call; `product` is a JSON Pointer into the setup. */
interface PlannedCall extends DisplayedRequest {
  readonly product: string;
}

/** Returns the position in the chain of a call's product: 0 for the initiator, then its renewals. */
const positionOf = ({ product }: PlannedCall): number =>
  product === '/initiator' ? 0 : Number(product.split('/')[2]) + 1;

/** Replaces each unknown id, `$ID_1` outside of strings, by a readable placeholder. */
const replaceIds = (text: string, calls: readonly PlannedCall[]): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\$ID_(\d+)/g, (part, number?: string) => {
    const call = calls[Number(number) - 1];
    return call === undefined ? part : `{id of ${letter(positionOf(call))}}`;
  });

function CreateCalls({ tools, syntax }: { tools: Tools; syntax: Syntax }) {
  const [text, options] = callArguments({ rules: severityOverrides.value });
  const described = tools.service('service.setup_of', { products: tools.jsonText(text), index: initiatorAt.value });
  const planned = described.ok
    ? tools.service('service.plan_new', { setup: tools.jsonText(described.value.setup) }, options)
    : described;
  if (!planned.ok) {
    const { report, message } = planned.error;
    if (report === undefined) return <Notice text={noSummaryReason.value || message} />;
    const errors = translated(report).diagnostics.filter(({ severity }) => severity === 'error');
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
  const calls: PlannedCall[] = JSON.parse(tools.renderPlan(planned.value.plan));
  return (
    <ol class="calls">
      {calls.map((call, index) => {
        const name = nameOf(chainProducts.value[positionOf(call)]);
        const request = { ...call, path: replaceIds(call.path, calls), body: replaceIds(formatJson(call.body), calls) };
        const title = t(call.method === 'POST' ? 'calls-new-product' : 'calls-change', { name });
        return <Call key={index} request={request} syntax={syntax} title={`${index + 1}. ${title}`} />;
      })}
    </ol>
  );
}

/** Returns the products that differ from their current version or have none. */
const changedProducts = (tools: Tools, earlier: readonly unknown[]) =>
  products.value
    .map((product, index) => {
      const wanted = get(value.value, productPointer(index));
      const current = earlier.filter(isObject).find(({ id }) => id === product.id);
      const isKnown = current !== undefined && product.id !== null && isObject(wanted);
      return { product, current, update: isKnown ? tools.service('service.update', { current, wanted }) : undefined };
    })
    .filter(({ update }) => update?.value?.body !== null);

function UpdateCalls({ tools, syntax, earlier }: { tools: Tools; syntax: Syntax; earlier: readonly unknown[] }) {
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
        const request = tools.service('service.change_request', { id, body: tools.jsonText(body) });
        const report = checkText(body, { operation: 'update', productId: id, current, ...options });
        return (
          request.ok && (
            <Call key={index} syntax={syntax} title={title} request={request.value}>
              {translated(report).diagnostics.map((finding) => (
                <Finding key={finding.path + finding.code} finding={finding} isTabbable />
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

function UpdatePane({ tools, syntax }: { tools: Tools; syntax: Syntax }) {
  const [before, setBefore] = useState('');
  const [, options] = callArguments({ rules: severityOverrides.value });
  const previous = parseJson(before);
  const isInvalid = previous === undefined && before !== '';
  const error =
    noSummaryReason.value || (isInvalid ? translated(checkText(before)).diagnostics[0]?.message : undefined);
  const compared =
    previous === undefined ? undefined : tools.comparison(previous, value.value, options, translations.value);
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
      <Notice text={error} />
      {!error && previous !== undefined && <UpdateCalls tools={tools} syntax={syntax} earlier={[previous].flat()} />}
      {!error && compared?.ok && (
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

type Mode = 'new' | 'update';

interface RadioGroupProps<Option extends string> {
  name: string;
  choices: readonly Option[];
  chosen: Option;
  choose(option: Option): void;
}

const RadioGroup = <Option extends string>({ name, choices, chosen, choose }: RadioGroupProps<Option>) => (
  <fieldset class="choices">
    <legend class="hidden">{t(`calls-${name}`)}</legend>
    {choices.map((option) => (
      <label key={option}>
        <input type="radio" name={name} checked={chosen === option} onChange={() => choose(option)} />{' '}
        {t(`calls-${option}`)}
      </label>
    ))}
  </fieldset>
);

export function Calls({ tools }: { tools: Tools }) {
  const [mode, setMode] = useState<Mode>('new');
  const [syntax, setSyntax] = useState<Syntax>('curl');
  const Pane = mode === 'new' ? CreateCalls : UpdatePane;
  return (
    <div class="calls" id="calls">
      <RadioGroup<Mode> name="mode" choices={['new', 'update']} chosen={mode} choose={setMode} />
      <RadioGroup<Syntax> name="syntax" choices={['curl', 'fetch']} chosen={syntax} choose={setSyntax} />
      <Notice text={optionError.value} />
      {!optionError.value && <Pane tools={tools} syntax={syntax} />}
      <p class="hint">{t('calls-token')}</p>
    </div>
  );
}
