// The ways to begin: four examples, a file, what was copied, or nothing.

import { useRef } from 'preact/hooks';
import { take } from '../src/edits.js';
import { t } from '../src/language.js';
import single from '../../../examples/set-ups/single.json';
import pair from '../../../examples/set-ups/pair.json';
import chain from '../../../examples/set-ups/chain.json';
import trial from '../../../examples/set-ups/trial.json';
import { PICTURES } from './icons.jsx';

export const STARTS = { single, pair, chain, trial };

export async function openFile(file) {
  if (file) take(await file.text());
}

export function Start() {
  const input = useRef(null);
  return (
    <nav class="start" aria-label={t('start')}>
      <span class="start-title" aria-hidden="true">{t('start')}</span>
      {Object.entries(STARTS).map(([name, text]) => {
        const Picture = PICTURES[name];
        return (
          <button type="button" class="card" key={name} onClick={() => take(text)}>
            <Picture />
            {t(`start-${name}`)}
          </button>
        );
      })}
      <button type="button" class="card plain" onClick={() => take('{}\n')}>{t('start-empty')}</button>
      <button type="button" class="card plain" onClick={() => input.current.click()}>{t('open')}</button>
      <span class="hint">{t('paste-or-drop')}</span>
      <input ref={input} type="file" class="hidden" tabIndex={-1} aria-label={t('open-file')} accept=".json,.ndjson,.jsonl,application/json" onChange={({ target }) => openFile(target.files[0]).then(() => (target.value = ''))} />
    </nav>
  );
}
