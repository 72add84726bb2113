// Opens a text that contains a product, a catalogue or a setup: an example, a file, or a blank product.

import chain from 'examples/chain.json' with { type: 'text' };
import pair from 'examples/pair.json' with { type: 'text' };
import single from 'examples/single.json' with { type: 'text' };
import trial from 'examples/trial.json' with { type: 'text' };
import type { TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { orElse } from '../../lib/result.js';
import { Button } from '../controls/elements.js';
import { notify, reportFailure } from '../controls/toast.js';
import { beforeTrial } from '../edits/renewal-edits.js';
import { formatIfValid, get, isObject, parseJson } from '../json/json.js';
import { t, translated } from '../language/language.js';
import { loadTools } from '../module/load-tools.js';
import { checkText } from '../module/module.js';
import { commit, type State, select, state } from '../state/history.js';
import { products } from '../state/products.js';

export const isSetup = (text: string): boolean => isObject(get(parseJson(text), '/initiator'));

/** Normalizes an opened text: NDJSON becomes an array, a valid setup becomes its products. */
async function normalizeText(given: string): Promise<string> {
  if (isSetup(given)) {
    const { jsonText, service } = await loadTools();
    const { value } = service('service.setup_products', { setup: jsonText(given) });
    return value === undefined ? given : formatIfValid(value.products);
  }
  if (parseJson(given) !== undefined) return given;
  const lines = given.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => parseJson(line) !== undefined);
  return isLines ? `[\n${lines.map((line) => `  ${line.trim()}`).join(',\n')}\n]` : given;
}

/** Replaces the whole text. Selects the first product with renewal settings, unless `more.initiator` is set. */
export async function openText(given: string, more?: Partial<State>): Promise<void> {
  const text = await normalizeText(given);
  beforeTrial.clear();
  commit({ initiator: 0, product: 0, ...more, text });
  selectFirstInitiator();
}

/** Selects the first product with renewal settings, unless another than the first product is selected. */
export function selectFirstInitiator(): void {
  const first = products.value.findIndex((product) => product.initiates);
  if (state.value.initiator === 0 && first > 0) select({ initiator: first, product: first });
}

export const INITIAL_TEXT = single;

const node = (x: number, look: object = {}) => <rect x={x} y="9" width="14" height="14" rx="3" {...look} />;
const arrow = (x: number) => <path d={`M${x} 16h8m-3-3l3 3l-3 3`} />;
const loop = (x: number) => <path d={`M${x} 9c0-9 12-9 11 1m-3-1l3 2l2-3`} />;

/** Examples with the width and the shapes of their icons. */
const EXAMPLES = [
  { name: 'single', text: single, width: 24, icon: [node(2), loop(9)] },
  { name: 'pair', text: pair, width: 50, icon: [node(2), arrow(19), node(30), loop(37)] },
  { name: 'chain', text: chain, width: 78, icon: [node(2), arrow(19), node(30), arrow(47), node(58), loop(65)] },
  {
    name: 'trial',
    text: trial,
    width: 50,
    icon: [node(2, { 'stroke-dasharray': '3 2' }), arrow(19), node(30, { fill: 'currentColor' }), loop(37)],
  },
];

/** Opens a file. Like the command line, it accepts UTF-8 only and reports other encodings. */
export async function openFile(file: File | undefined): Promise<void> {
  if (!file) return;
  const bytes = await file.arrayBuffer();
  const text = orElse(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), undefined);
  if (text !== undefined) await reportFailure(openText(text));
  else notify(translated(checkText(bytes)).diagnostics[0]?.message ?? '');
}

export function Start() {
  const input = useRef<HTMLInputElement>(null);
  const choose = async ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    await openFile(currentTarget.files?.[0]);
    currentTarget.value = '';
  };
  return (
    <nav class="start" aria-label={t('start')}>
      <span class="start-title" aria-hidden="true">
        {t('start')}
      </span>
      {EXAMPLES.map(({ name, text, width, icon }) => (
        <button type="button" class="card" key={name} onClick={() => openText(text)}>
          <svg viewBox={`0 0 ${width} 26`} width={width} height="26" aria-hidden="true">
            {icon}
          </svg>
          {t(`start-${name}`)}
        </button>
      ))}
      <Button look="card plain" label={t('start-empty')} act={() => openText('{}\n')} />
      <Button look="card plain" label={t('open')} act={() => input.current?.click()} />
      <span class="hint">{t('paste-or-drop')}</span>
      <input ref={input} type="file" hidden accept=".json,.ndjson,.jsonl,application/json" onChange={choose} />
    </nav>
  );
}
