// The ways to begin: four examples, a file, what was copied, or nothing.

import { useRef } from 'preact/hooks';
import { take } from '../src/edits.js';
import { fetching, notify } from '../src/findings.js';
import { t } from '../src/language.js';
import { rest } from '../src/later.js';
import { checkText } from '../src/module.js';
import { spoken } from '../src/state.js';
import single from '../../../examples/catalogues/single.json';
import { PICTURES } from './icons.jsx';

/** What the page begins with. */
export const FIRST = single;

const begin = (name) => (name === 'single' ? take(single) : fetching(rest().then(({ STARTS }) => take(STARTS[name]))));

/** Opens a file as the command line reads it: it is UTF-8. */
export async function openFile(file) {
  if (!file) return;
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return notify(spoken(checkText(bytes)).diagnostics[0].message);
  }
  await fetching(take(text));
}

export function Start() {
  const input = useRef(null);
  return (
    <nav class="start" aria-label={t('start')}>
      <span class="start-title" aria-hidden="true">{t('start')}</span>
      {Object.entries(PICTURES).map(([name, Picture]) => (
        <button type="button" class="card" key={name} onClick={() => begin(name)}>
          <Picture />
          {t(`start-${name}`)}
        </button>
      ))}
      <button type="button" class="card plain" onClick={() => take('{}\n')}>{t('start-empty')}</button>
      <button type="button" class="card plain" onClick={() => input.current.click()}>{t('open')}</button>
      <span class="hint">{t('paste-or-drop')}</span>
      <input ref={input} type="file" hidden accept=".json,.ndjson,.jsonl,application/json" onChange={({ target }) => openFile(target.files[0]).then(() => (target.value = ''))} />
    </nav>
  );
}
