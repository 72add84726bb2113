// The language of the site and of the module's sentences. English is there from the start.

import { computed, signal } from '@preact/signals';
import english from '../words/en.json';

export const language = signal('en');

/** The tables of another language; `undefined` for English. */
export const tables = signal(undefined);

const words = computed(() => tables.value?.site ?? english);

/** Adds texts of what is fetched later. */
export const add = (texts) => Object.assign(english, texts);

/** Which form of a word goes with a number: as in the module's sentences, two forms or the three of Slavic languages. */
function form(number, forms) {
  if (forms.length < 3) return forms[number === 1 ? 0 : 1];
  const [last, two] = [number % 10, number % 100];
  return forms[last === 1 && two !== 11 ? 0 : last >= 2 && last <= 4 && (two < 12 || two > 14) ? 1 : 2];
}

/** A text of the site, with its placeholders filled: `{name}`, or `{count|day|days}` for the word that goes with a number. */
export const t = (name, placeholders = {}) =>
  (words.value[name] ?? english[name]).replaceAll(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, placeholder, forms) => (forms === '' ? String(placeholders[placeholder] ?? '') : form(placeholders[placeholder], forms.slice(1).split('|'))));

export async function speak(to) {
  tables.value = to === 'ru' ? (await import('./russian.js')).default : undefined;
  language.value = to === 'ru' ? 'ru' : 'en';
  document.documentElement.lang = language.value;
  document.title = t('title');
}

/** Where a page of text is, in the language that is spoken. */
export const pageOf = (path) => `${language.value === 'en' ? '' : `${language.value}/`}${path}/index.html`;
