// The page.

import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../src/address.js';
import { take } from '../src/edits.js';
import { announced, fetching, fixHere, next, notify, toast } from '../src/findings.js';
import { language, pageOf, speak, t } from '../src/language.js';
import { load, rest } from '../src/later.js';
import { canRedo, canUndo, commit, options, redo, state, trouble, undo } from '../src/state.js';
import { parsed } from '../src/value.js';
import { Answer } from './Answer.jsx';
import { Chain } from './Chain.jsx';
import { asText } from './Field.jsx';
import { copy, Json } from './Json.jsx';
import { Limit, LIMIT_NAMES } from './Problems.jsx';
import { Product } from './Product.jsx';
import { openFile, Start } from './Start.jsx';

/** Where these keys are on a keyboard of other letters. */
const LATIN = { KeyZ: 'z', KeyY: 'y', Period: '.' };

/** Keys that work everywhere. */
function keys(event) {
  const mod = event.ctrlKey || event.metaKey;
  // What fills in forms presses no key that has a name.
  const key = event.key > '\x7f' ? LATIN[event.code] : event.key?.toLowerCase();
  const acts =
    key === 'f8' ? () => next(event.shiftKey ? -1 : 1)
    : mod && key === '.' ? fixHere
    : mod && key === 'z' ? (event.shiftKey ? redo : undo)
    : mod && key === 'y' ? redo
    : undefined;
  if (acts === undefined || event.target.closest?.('[data-own-keys]')) return;
  event.preventDefault();
  event.stopPropagation();
  acts();
}

function Header() {
  const share = () => {
    const address = addressOf(state.value, language.value);
    if (address === undefined) return notify(t('too-long'));
    history.replaceState(undefined, '', address);
    return copy(location.href, t('copied'));
  };
  const change = async ({ target }) => {
    await fetching(speak(target.value));
    target.value = language.value;
  };
  return (
    <header>
      <div class="title">
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </div>
      <div class="bar" role="group" aria-label={t('actions')}>
        <button type="button" id="undo" class="small" disabled={!canUndo.value} title="Ctrl+Z" onClick={undo}>{t('undo')}</button>
        <button type="button" id="redo" class="small" disabled={!canRedo.value} title="Ctrl+Y" onClick={redo}>{t('redo')}</button>
        <button type="button" id="share" class="small" onClick={share}>{t('share')}</button>
        <a href={pageOf('rules')}>{t('rules')}</a>
        <a href={pageOf('glossary')}>{t('glossary')}</a>
        <label class="language"><span class="hidden">{t('language')}</span>
          <select id="language" value={language.value} onChange={change}>
            <option value="en" lang="en">English</option>
            <option value="ru" lang="ru">Русский</option>
          </select>
        </label>
      </div>
    </header>
  );
}

function Assumptions() {
  const { rules, ...rest } = options.value;
  const [draft, setDraft] = useState(undefined);
  const levels = ({ target: { value } }) => {
    setDraft(value);
    // What is not JSON is stated as it is typed, and refused in the module's words.
    commit({ options: value.trim() === '' ? rest : { ...rest, rules: parsed(value) ?? value } }, 'levels');
  };
  // It does not close while one types in it.
  const isStated = useRef(false);
  isStated.current ||= Object.keys(rest.limits ?? {}).length > 0 || rules !== undefined;
  return (
    <details class="more" id="assumptions" open={isStated.current}>
      <summary>{t('assumptions')}</summary>
      <div class="fields">
        {LIMIT_NAMES.map((name) => <Limit key={name} name={name} id={`option-${name}`} />)}
        <div class="field">
          <label for="option-rules">{t('levels')}</label>
          <input id="option-rules" value={draft ?? asText(rules ?? '')} onInput={levels} onBlur={() => setDraft(undefined)} aria-invalid={typeof rules === 'string' ? 'true' : undefined} placeholder={'{"patch-empty": "off"}'} autocomplete="off" data-own-keys />
        </div>
      </div>
      {trouble.value && <p class="notice" id="option-trouble">{trouble.value}</p>}
    </details>
  );
}

/** What can be looked at beside the form. What is more than the text is fetched when somebody is about to look. */
const PANES = { json: undefined, timeline: 'Timeline', calls: 'Calls' };
const fetched = () => Promise.all([rest(), load()]);

function Later({ name }) {
  const [Pane, setPane] = useState(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetched().then(([all]) => setPane(() => all[name]), () => setFailed(true));
  }, []);
  return Pane ? <Pane /> : <p class="hint" role="status">{t(failed ? 'not-loaded' : 'loading')}</p>;
}

function Panes() {
  const [open, setOpen] = useState('json');
  const tabs = useRef(null);
  const names = Object.keys(PANES);
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = names.at((names.indexOf(open) + by) % names.length);
    setOpen(to);
    tabs.current.querySelector(`#tab-${to}`).focus();
  };
  const prepare = (name) => PANES[name] && fetched().catch(() => {});
  return (
    <section class="panes" aria-label={t('views')}>
      <div class="tabs" role="tablist" ref={tabs} onKeyDown={move}>
        {names.map((name) => (
          <button type="button" role="tab" key={name} id={`tab-${name}`} aria-selected={open === name} aria-controls="pane" tabIndex={open === name ? 0 : -1} onPointerEnter={() => prepare(name)} onFocus={() => prepare(name)} onClick={() => setOpen(name)}>{t(name)}</button>
        ))}
      </div>
      <div id="pane" class={`pane ${open}`} role="tabpanel" aria-labelledby={`tab-${open}`}>{open === 'json' ? <Json /> : <Later key={open} name={PANES[open]} />}</div>
    </section>
  );
}

/** Has the whole page take keys, files that are dropped on it, and what is pasted. */
export function listen() {
  addEventListener('keydown', keys, true);
  addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
  addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
  addEventListener('paste', (event) => {
    // Where nothing is being typed in, what is pasted is opened.
    if (event.target.closest?.('input:not([type=checkbox], [type=radio]), textarea, #editor')) return;
    const pasted = event.clipboardData?.getData('text/plain');
    if (pasted?.trim()) {
      event.preventDefault();
      fetching(take(pasted));
    }
  });
}

export function App() {
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main').focus(); }}>{t('skip')}</a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Start />
        <Answer />
        <Chain />
        <div class="columns">
          <div class="left">
            <Product />
            <Assumptions />
          </div>
          <Panes />
        </div>
        <p id="status" role="status" class="hidden">{announced.value}</p>
        <p id="toast" role="status">{toast.value}</p>
      </main>
      <footer><p>{t('keys')}</p></footer>
    </>
  );
}
