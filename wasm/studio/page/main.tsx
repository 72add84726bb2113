// Entry point: loads the small WebAssembly module, renders the page, and adds the global listeners.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { Chain } from '../chain/chain.js';
import { Notice } from '../controls/elements.js';
import { reportFailure, toast } from '../controls/toast.js';
import { announceChanges, announcement, fixAtFocus, goToNextFinding } from '../findings/findings.js';
import { language, setLanguage, t } from '../language/language.js';
import { start } from '../module/module.js';
import { Product } from '../product/product.js';
import { redo, select, state, text, undo } from '../state/history.js';
import { formatHash, parseHash, parseLanguage } from '../state/url-hash.js';
import { BuyerSummary } from '../summary/summary.js';
import { Header } from './header.js';
import { Options } from './options.js';
import { Panes } from './panes.js';
import { INITIAL_TEXT, isSetup, openFile, openText, Start, selectFirstInitiator } from './start.js';

const App = () => (
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
      <BuyerSummary />
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

async function open(): Promise<void> {
  const given = parseHash(location.hash);
  try {
    await Promise.all([start(), reportFailure(setLanguage(parseLanguage(location.hash)))]);
  } catch (error) {
    console.warn(error);
    const opening = document.querySelector('.opening');
    if (opening) render(<Notice role="alert" text={t('not-loaded')} />, opening);
    return;
  }
  select({ text: INITIAL_TEXT, options: {}, buyer: {}, ...given });
  selectFirstInitiator();
  // If the URL contains a setup, replace it by its products.
  if (isSetup(text.value)) await openText(text.value);
  const root = document.getElementById('app');
  root?.replaceChildren();
  if (root) render(<App />, root);
  addListeners();
  announceChanges();
  document.documentElement.dataset.ready = '';
  performance.mark('ready');

  let pending: ReturnType<typeof setTimeout> | undefined;
  let isFirst = given === undefined;
  effect(() => {
    const now = state.value;
    const spoken = language.value;
    clearTimeout(pending);
    const show = () => history.replaceState(undefined, '', formatHash(now, spoken) ?? location.pathname);
    if (!isFirst) pending = setTimeout(show, 300);
    isFirst = false;
  });
  // Take the hash from the event: the effect above may have changed `location` in the meantime.
  addEventListener('hashchange', async ({ newURL }) => {
    const { hash } = new URL(newURL);
    const next = parseHash(hash);
    if (next === undefined) return;
    await reportFailure(setLanguage(parseLanguage(hash)));
    await openText(next.text, next);
  });
}

/** Letters of physical keys, for keyboard layouts that have no Latin letters. */
const LATIN: { readonly [code: string]: string } = { KeyZ: 'z', KeyY: 'y', Period: '.' };

const isInside = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Returns the action of a keyboard shortcut; `undefined` if the keys are not a shortcut. */
function shortcutAction({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined {
  // `key` may be missing: browser autofill dispatches such keydown events.
  const name = key > '\x7f' ? LATIN[code] : key?.toLowerCase();
  if (name === 'f8') return () => goToNextFinding(shiftKey ? -1 : 1);
  if (!ctrlKey && !metaKey) return undefined;
  if (name === '.') return fixAtFocus;
  if (name === 'y') return redo;
  if (name === 'z') return shiftKey ? redo : undo;
  return undefined;
}

function handleShortcut(event: KeyboardEvent): void {
  const action = shortcutAction(event);
  if (action === undefined || isInside(event, '[data-own-keys]')) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function addListeners(): void {
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

open();
