// Entry point: loads the small WebAssembly module, then renders the page.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { Notice } from '../controls/elements.js';
import { reportFailure } from '../controls/toast.js';
import { isSetup, openText, selectFirstInitiator } from '../edits/open-text.js';
import { announceChanges } from '../findings/visible-findings.js';
import { language, setLanguage, t } from '../language/language.js';
import { start } from '../module/module.js';
import { select, state, text } from '../state/history.js';
import { formatHash, parseHash, parseLanguage } from '../state/url-hash.js';
import { App } from './app.js';
import { addListeners } from './listeners.js';
import { INITIAL_TEXT } from './start.js';

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

open();
