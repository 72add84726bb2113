// Starts the studio: the module first, then the page around it.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from '../view/App.jsx';
import { STARTS } from '../view/Start.jsx';
import { addressOf, stateOf } from './address.js';
import { take } from './edits.js';
import { watch } from './findings.js';
import { language, speak } from './language.js';
import { start } from './module.js';
import { products, state, text } from './state.js';

async function open() {
  const given = stateOf(location.hash);
  await Promise.all([start(), given?.language === 'ru' ? speak('ru') : undefined]);
  state.value = { text: STARTS.single, initiator: 0, product: 0, options: {}, buyer: {}, ...given?.state };
  if (given && given.state.initiator === 0) {
    const first = products.value.findIndex((product) => product.initiates);
    if (first > 0) state.value = { ...state.value, initiator: first, product: first };
  }
  const root = document.getElementById('app');
  root.replaceChildren();
  render(<App />, root);
  watch();
  document.documentElement.dataset.ready = '';
  performance.mark('ready');

  let pending;
  let isFirst = given === undefined;
  effect(() => {
    const now = state.value;
    const spoken = language.value;
    clearTimeout(pending);
    if (isFirst) return void (isFirst = false);
    pending = setTimeout(() => history.replaceState(undefined, '', addressOf(now, spoken) ?? location.pathname), 300);
  });
  addEventListener('hashchange', () => {
    const next = stateOf(location.hash);
    if (next && next.state.text !== text.value) take(next.state.text);
  });
}

addEventListener('paste', (event) => {
  // Where nothing is being typed in, what is pasted is opened.
  if (event.target.closest?.('input, textarea, select, #editor')) return;
  const pasted = event.clipboardData?.getData('text/plain');
  if (pasted?.trim()) {
    event.preventDefault();
    take(pasted);
  }
});

open();
