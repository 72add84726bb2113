// The ways to begin: four examples, a file, what was copied, or nothing.

import single from 'examples/single';
import type { TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { take } from '../src/edits.js';
import { fetching, notify } from '../src/findings.js';
import { t } from '../src/language.js';
import { rest } from '../src/later.js';
import { checkText } from '../src/module.js';
import { spoken } from '../src/state.js';
import { Button } from './Button.js';
import { PICTURES } from './icons.js';

/** What the page begins with. */
export const FIRST = single;

const begin = (name: keyof typeof PICTURES) =>
  name === 'single' ? take(single) : fetching(rest().then(({ STARTS }) => take(STARTS[name])));

const WAYS = Object.keys(PICTURES) as (keyof typeof PICTURES)[];

/** The text of bytes; nothing where they are none. */
function decoded(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Opens a file as the command line reads it: it is UTF-8. */
export async function openFile(file: File | undefined): Promise<void> {
  if (!file) return;
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes);
  if (text !== undefined) await fetching(take(text));
  else notify(spoken(checkText(bytes)).diagnostics[0]?.message ?? '');
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
      {WAYS.map((name) => (
        <button type="button" class="card" key={name} onClick={() => begin(name)}>
          {PICTURES[name]()}
          {t(`start-${name}`)}
        </button>
      ))}
      <Button look="card plain" label={t('start-empty')} act={() => take('{}\n')} />
      <Button look="card plain" label={t('open')} act={() => input.current?.click()} />
      <span class="hint">{t('paste-or-drop')}</span>
      <input ref={input} type="file" hidden accept=".json,.ndjson,.jsonl,application/json" onChange={choose} />
    </nav>
  );
}
