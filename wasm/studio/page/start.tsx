// Shows the ways to start: an example, a file, or a blank product.

import chain from 'examples/chain';
import pair from 'examples/pair';
import single from 'examples/single';
import trial from 'examples/trial';
import type { TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { notify, reportFailure } from '../controls/toast.js';
import { openText } from '../edits/open-text.js';
import { t, translated } from '../language/language.js';
import { checkText } from '../module/module.js';
import { PICTURES } from './example-icons.js';

/** Text with which the page starts. */
export const INITIAL_TEXT = single;

const EXAMPLES = { single, pair, chain, trial };
const NAMES = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];

/** Decodes UTF-8; returns `undefined` if the bytes are not valid UTF-8. */
function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Opens a file. Like the command line, it accepts UTF-8 only and reports other encodings. */
export async function openFile(file: File | undefined): Promise<void> {
  if (!file) return;
  const bytes = await file.arrayBuffer();
  const text = decodeUtf8(bytes);
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
      {NAMES.map((name) => (
        <button type="button" class="card" key={name} onClick={() => openText(EXAMPLES[name])}>
          {PICTURES[name]()}
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
