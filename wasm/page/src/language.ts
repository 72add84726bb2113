// The language of the site and of the module's sentences. English is there from the start.

import { computed, signal } from '@preact/signals';

import { form } from '../../js/translate.js';
import english from '../words/en.json';

export const language = signal('en');

type Texts = { [name: string]: string };

/** The tables of another language: the texts of the site, and as JSON the sentences and messages of the module. */
export interface Tables {
  readonly site: Texts;
  readonly words: string;
  readonly messages: string;
}

/** The tables of another language; `undefined` for English. */
export const tables = signal<Tables | undefined>(undefined);

const own: Texts = english;
const words = computed(() => tables.value?.site ?? own);

/** Adds texts of what is fetched later. */
export const add = (texts: Texts): void => void Object.assign(own, texts);

/** A text of the site, with its placeholders filled: `{name}`, or `{count|day|days}` for the word that goes with a number. */
export function t(name: string, placeholders: { readonly [name: string]: unknown } = {}): string {
  const text = words.value[name] ?? own[name] ?? name;
  return text.replaceAll(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, placeholder: string, forms: string) => {
    const value = placeholders[placeholder] ?? '';
    return String(forms === '' ? value : form(Number(value), forms.slice(1).split('|')));
  });
}

export async function speak(to: string | null): Promise<void> {
  tables.value = to === 'ru' ? (await import('./russian.js')).default : undefined;
  language.value = to === 'ru' ? 'ru' : 'en';
  document.documentElement.lang = language.value;
  document.title = t('title');
}

/** Where a page of text is, in the language that is spoken. */
export const pageOf = (path: string): string =>
  `${language.value === 'en' ? '' : `${language.value}/`}${path}/index.html`;
