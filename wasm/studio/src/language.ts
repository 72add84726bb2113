// Language of the page and of the module's messages. English is bundled; other languages are fetched on demand.

import { computed, signal } from '@preact/signals';

import { form } from '../../lib/translate.js';
import english from '../words/en.json';

export const language = signal('en');

type Texts = { [name: string]: string };

/** Translations: the texts of the page, and the module's sentences and messages as JSON. */
export interface Translations {
  readonly site: Texts;
  readonly words: string;
  readonly messages: string;
}

/** Translations of the current language; `undefined` for English. */
export const translations = signal<Translations | undefined>(undefined);

const own: Texts = english;
const texts = computed(() => translations.value?.site ?? own);

/** Adds the English texts of a lazily loaded chunk. */
export const addTexts = (texts: Texts): void => void Object.assign(own, texts);

/**
 * Returns a text of the page with placeholders filled in: `{name}`, or `{count|day|days}` for the plural form
 * of a count.
 */
export function t(name: string, placeholders: { readonly [name: string]: unknown } = {}): string {
  const text = texts.value[name] ?? own[name] ?? name;
  return text.replaceAll(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, placeholder: string, forms: string) => {
    const value = placeholders[placeholder] ?? '';
    return String(forms === '' ? value : form(Number(value), forms.slice(1).split('|')));
  });
}

export async function setLanguage(to: string | null): Promise<void> {
  translations.value = to === 'ru' ? (await import('./russian.js')).default : undefined;
  language.value = to === 'ru' ? 'ru' : 'en';
  document.documentElement.lang = language.value;
  document.title = t('title');
}

/** Returns the URL of a reference page in the current language. */
export const referenceUrl = (path: string): string =>
  `${language.value === 'en' ? '' : `${language.value}/`}${path}/index.html`;
