// The page.

import type { ComponentType, TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../src/address.js';
import { take } from '../src/edits.js';
import { announced, fetching, fixHere, next, notify, toast } from '../src/findings.js';
import { language, pageOf, speak, t } from '../src/language.js';
import { load, rest } from '../src/later.js';
import { canRedo, canUndo, commit, limitsOf, options, redo, state, trouble, undo } from '../src/state.js';
import { parsed } from '../src/value.js';
import { Answer } from './Answer.js';
import { Button } from './Button.js';
import { Chain } from './Chain.js';
import { asText } from './Field.js';
import { copy, Json } from './Json.js';
import { LIMIT_NAMES, Limit } from './Problems.js';
import { Product } from './Product.js';
import { openFile, Start } from './Start.js';

/** Where these keys are on a keyboard of other letters. */
const LATIN: { readonly [code: string]: string } = { KeyZ: 'z', KeyY: 'y', Period: '.' };

/** Whether an event is about something in an element of a kind. */
const within = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** What a key does. */
function actOf({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined {
  // What fills in forms presses no key that has a name.
  const name = key > '\x7f' ? LATIN[code] : key?.toLowerCase();
  if (name === 'f8') return () => next(shiftKey ? -1 : 1);
  if (!ctrlKey && !metaKey) return undefined;
  if (name === '.') return fixHere;
  if (name === 'y') return redo;
  if (name === 'z') return shiftKey ? redo : undo;
  return undefined;
}

/** Keys that work everywhere. */
function keys(event: KeyboardEvent): void {
  const acts = actOf(event);
  if (acts === undefined || within(event, '[data-own-keys]')) return;
  event.preventDefault();
  event.stopPropagation();
  acts();
}

function Header() {
  const share = () => {
    const address = addressOf(state.value, language.value);
    if (address === undefined) return notify(t('too-long'));
    history.replaceState(undefined, '', address);
    copy(location.href, t('copied'));
  };
  const change = async ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    await fetching(speak(currentTarget.value));
    currentTarget.value = language.value;
  };
  return (
    <header>
      <div class="title">
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </div>
      <div class="bar" role="group" aria-label={t('actions')}>
        <Button id="undo" label={t('undo')} disabled={!canUndo.value} title="Ctrl+Z" act={undo} />
        <Button id="redo" label={t('redo')} disabled={!canRedo.value} title="Ctrl+Y" act={redo} />
        <Button id="share" label={t('share')} act={share} />
        <a href={pageOf('rules')}>{t('rules')}</a>
        <a href={pageOf('glossary')}>{t('glossary')}</a>
        <label class="language">
          <span class="hidden">{t('language')}</span>
          <select id="language" value={language.value} onChange={change}>
            <option value="en" lang="en">
              English
            </option>
            <option value="ru" lang="ru">
              Русский
            </option>
          </select>
        </label>
      </div>
    </header>
  );
}

function Assumptions() {
  const { rules, ...rest } = options.value;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const levels = ({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
    setDraft(value);
    // What is not JSON is stated as it is typed, and refused in the module's words.
    commit({ options: value.trim() === '' ? rest : { ...rest, rules: parsed(value) ?? value } }, 'levels');
  };
  // It does not close while one types in it.
  const isStated = useRef(false);
  isStated.current ||= Object.keys(limitsOf(rest)).length > 0 || rules !== undefined;
  return (
    <details class="more" id="assumptions" open={isStated.current}>
      <summary>{t('assumptions')}</summary>
      <div class="fields">
        {LIMIT_NAMES.map((name) => (
          <Limit key={name} name={name} id={`option-${name}`} />
        ))}
        <div class="field">
          <label for="option-rules">{t('levels')}</label>
          <input
            id="option-rules"
            value={draft ?? asText(rules ?? '')}
            onInput={levels}
            onBlur={() => setDraft(undefined)}
            aria-invalid={typeof rules === 'string' ? 'true' : undefined}
            placeholder={'{"patch-empty": "off"}'}
            autocomplete="off"
            data-own-keys
          />
        </div>
      </div>
      {trouble.value && (
        <p class="notice" id="option-trouble">
          {trouble.value}
        </p>
      )}
    </details>
  );
}

/** What can be looked at beside the form. What is more than the text is fetched when somebody is about to look. */
const PANES = { json: undefined, timeline: 'Timeline', calls: 'Calls' } as const;
type Pane = keyof typeof PANES;
const fetched = () => Promise.all([rest(), load()]);

function Later({ name }: { name: 'Timeline' | 'Calls' }) {
  const [Pane, setPane] = useState<ComponentType | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetched().then(
      ([all]) => setPane(() => all[name]),
      () => setFailed(true),
    );
  }, [name]);
  return Pane ? (
    <Pane />
  ) : (
    <p class="hint" role="status">
      {t(failed ? 'not-loaded' : 'loading')}
    </p>
  );
}

function Panes() {
  const [open, setOpen] = useState<Pane>('json');
  const tabs = useRef<HTMLDivElement>(null);
  const names = Object.keys(PANES) as Pane[];
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = names.at((names.indexOf(open) + by) % names.length) ?? open;
    setOpen(to);
    tabs.current?.querySelector<HTMLElement>(`#tab-${to}`)?.focus();
  };
  const prepare = (name: Pane) => PANES[name] && fetched().catch(() => {});
  const later = PANES[open];
  return (
    <section class="panes" aria-label={t('views')}>
      <div class="tabs" role="tablist" ref={tabs} onKeyDown={move}>
        {names.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`tab-${name}`}
            aria-selected={open === name}
            aria-controls="pane"
            tabIndex={open === name ? 0 : -1}
            onPointerEnter={() => prepare(name)}
            onFocus={() => prepare(name)}
            onClick={() => setOpen(name)}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <div id="pane" class={`pane ${open}`} role="tabpanel" aria-labelledby={`tab-${open}`}>
        {later === undefined ? <Json /> : <Later key={open} name={later} />}
      </div>
    </section>
  );
}

/** Has the whole page take keys, files that are dropped on it, and what is pasted. */
export function listen(): void {
  addEventListener('keydown', keys, true);
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    openFile(file);
  });
  addEventListener('paste', (event) => {
    // Where nothing is being typed in, what is pasted is opened.
    if (within(event, 'input:not([type=checkbox], [type=radio]), textarea, #editor')) return;
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
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {t('skip')}
      </a>
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
        <p id="status" role="status" class="hidden">
          {announced.value}
        </p>
        <p id="toast" role="status">
          {toast.value}
        </p>
      </main>
      <footer>
        <p>{t('keys')}</p>
      </footer>
    </>
  );
}
