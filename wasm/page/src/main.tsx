// Starts the studio: the module first, then the page around it.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { App, listen } from '../view/App.js';
import { FIRST } from '../view/Start.js';
import { addressOf, languageOf, stateOf } from './address.js';
import { begin, take } from './edits.js';
import { fetching, watch } from './findings.js';
import { language, speak, t } from './language.js';
import { fetchRestBy } from './later.js';
import { start } from './module.js';
import { look, state, text } from './state.js';
import { get, isObject, parsed } from './value.js';

fetchRestBy(() => import('./rest.js'));

async function open(): Promise<void> {
  const given = stateOf(location.hash);
  try {
    await Promise.all([start(), fetching(speak(languageOf(location.hash)))]);
  } catch (error) {
    console.warn(error);
    const opening = document.querySelector('.opening');
    if (opening)
      render(
        <p class="notice" role="alert">
          {t('not-loaded')}
        </p>,
        opening,
      );
    return;
  }
  look({ text: FIRST, options: {}, buyer: {}, ...given });
  if (state.value.initiator === 0) begin();
  // Of a description of a set-up, the products are looked at.
  if (isObject(get(parsed(text.value), '/initiator'))) await take(text.value);
  const root = document.getElementById('app');
  root?.replaceChildren();
  if (root) render(<App />, root);
  listen();
  watch();
  document.documentElement.dataset.ready = '';
  performance.mark('ready');

  let pending: ReturnType<typeof setTimeout> | undefined;
  let isFirst = given === undefined;
  effect(() => {
    const now = state.value;
    const spoken = language.value;
    clearTimeout(pending);
    const isShown = isFirst;
    isFirst = false;
    if (isShown) return;
    const show = () => history.replaceState(undefined, '', addressOf(now, spoken) ?? location.pathname);
    pending = setTimeout(show, 300);
  });
  // The address of the page may be the studio's own again by now.
  addEventListener('hashchange', async ({ newURL }) => {
    const { hash } = new URL(newURL);
    const next = stateOf(hash);
    if (next === undefined) return;
    await fetching(speak(languageOf(hash)));
    await take(next.text, next);
  });
}

open();
