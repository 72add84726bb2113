// Ways to start: an example, a file, or a blank product.

import single from 'examples/single';
import type { TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { openText } from '../src/edits.js';
import { notify, reportFailure } from '../src/findings.js';
import { t } from '../src/language.js';
import { loadChunk } from '../src/lazy.js';
import { checkText } from '../src/module.js';
import { translated } from '../src/state.js';
import { Button } from './Button.js';
import { PICTURES } from './icons.js';

/** Initial text of the page. */
export const INITIAL_TEXT = single;

const openExample = (name: keyof typeof PICTURES) =>
  name === 'single' ? openText(single) : reportFailure(loadChunk().then(({ STARTS }) => openText(STARTS[name])));

const EXAMPLES = Object.keys(PICTURES) as (keyof typeof PICTURES)[];

/** Decodes UTF-8; returns `undefined` if the bytes are invalid. */
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
      {EXAMPLES.map((name) => (
        <button type="button" class="card" key={name} onClick={() => openExample(name)}>
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
