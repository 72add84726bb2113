// Root component: header, options, tabs and global event listeners.

import type { ComponentType, TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { openText } from '../src/edits.js';
import { announcement, fixAtFocus, goToNextFinding, notify, reportFailure, toast } from '../src/findings.js';
import { formatHash } from '../src/hash.js';
import { language, referenceUrl, setLanguage, t } from '../src/language.js';
import { loadChunk, loadTools } from '../src/lazy.js';
import { canRedo, canUndo, commit, limitsOf, optionError, options, redo, state, undo } from '../src/state.js';
import { parseJson } from '../src/value.js';
import { Answer } from './Answer.js';
import { Button } from './Button.js';
import { Chain } from './Chain.js';
import { toText } from './Field.js';
import { copy, Json } from './Json.js';
import { LIMIT_NAMES, Limit } from './Problems.js';
import { Product } from './Product.js';
import { openFile, Start } from './Start.js';

/** Maps physical keys for keyboard layouts without Latin letters. */
const LATIN: { readonly [code: string]: string } = { KeyZ: 'z', KeyY: 'y', Period: '.' };

/** Checks if the target of an event is inside an element that matches a selector. */
const isInside = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Returns the action of a keyboard shortcut. */
function shortcutAction({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined {
  // Browser autofill dispatches keydown events without `key`.
  const name = key > '\x7f' ? LATIN[code] : key?.toLowerCase();
  if (name === 'f8') return () => goToNextFinding(shiftKey ? -1 : 1);
  if (!ctrlKey && !metaKey) return undefined;
  if (name === '.') return fixAtFocus;
  if (name === 'y') return redo;
  if (name === 'z') return shiftKey ? redo : undo;
  return undefined;
}

/** Handles the shortcuts of the whole page. */
function handleShortcut(event: KeyboardEvent): void {
  const acts = shortcutAction(event);
  if (acts === undefined || isInside(event, '[data-own-keys]')) return;
  event.preventDefault();
  event.stopPropagation();
  acts();
}

function Header() {
  const share = () => {
    const address = formatHash(state.value, language.value);
    if (address === undefined) return notify(t('too-long'));
    history.replaceState(undefined, '', address);
    copy(location.href, t('copied'));
  };
  const change = async ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    await reportFailure(setLanguage(currentTarget.value));
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
        <a href={referenceUrl('rules')}>{t('rules')}</a>
        <a href={referenceUrl('glossary')}>{t('glossary')}</a>
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

function Options() {
  const { rules, ...rest } = options.value;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const levels = ({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
    setDraft(value);
    // Pass invalid JSON on as text: the module rejects it with a message.
    commit({ options: value.trim() === '' ? rest : { ...rest, rules: parseJson(value) ?? value } }, 'levels');
  };
  // Once open, it stays open: clearing a field must not close it while the user types.
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
            value={draft ?? toText(rules ?? '')}
            onInput={levels}
            onBlur={() => setDraft(undefined)}
            aria-invalid={typeof rules === 'string' ? 'true' : undefined}
            placeholder={'{"patch-empty": "off"}'}
            autocomplete="off"
            data-own-keys
          />
        </div>
      </div>
      {optionError.value && (
        <p class="notice" id="option-trouble">
          {optionError.value}
        </p>
      )}
    </details>
  );
}

/**
 * Tabs beside the form, and the lazily loaded component of each. Components are fetched on hover or focus.
 */
const PANES = { json: undefined, timeline: 'Timeline', calls: 'Calls' } as const;
type Pane = keyof typeof PANES;
const prefetch = () => Promise.all([loadChunk(), loadTools()]);

function LazyPane({ name }: { name: 'Timeline' | 'Calls' }) {
  const [Pane, setPane] = useState<ComponentType | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    prefetch().then(
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
  const prepare = (name: Pane) => PANES[name] && prefetch().catch(() => {});
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
        {later === undefined ? <Json /> : <LazyPane key={open} name={later} />}
      </div>
    </section>
  );
}

/** Adds the global listeners for shortcuts, dropped files and pasted text. */
export function addListeners(): void {
  addEventListener('keydown', handleShortcut, true);
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
    // Open pasted text, unless it is pasted into a text field.
    if (isInside(event, 'input:not([type=checkbox], [type=radio]), textarea, #editor')) return;
    const pasted = event.clipboardData?.getData('text/plain');
    if (pasted?.trim()) {
      event.preventDefault();
      reportFailure(openText(pasted));
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
            <Options />
          </div>
          <Panes />
        </div>
        <p id="status" role="status" class="hidden">
          {announcement.value}
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
