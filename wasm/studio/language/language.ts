// Languages of the page and of the module's messages. English is bundled; other languages are fetched on demand.

import { signal } from '@preact/signals';
import { importer } from '../../lib/imports.js';
import type { Report } from '../../lib/model.js';
import english from '../labels/en.json';
import { fillTemplate } from '../module/module.js';

export const language = signal('en');

type Texts = { readonly [name: string]: string };

/**
 * Translations: the texts of the page, the sentence templates of the module as JSON, and the message templates of
 * findings by code and `messageId`.
 */
type Translations = { site: Texts; words: string; messages: { readonly [code: string]: Texts } };

/** Translations of the current language; `undefined` for English. */
export const translations = signal<Translations | undefined>(undefined);

const own: Texts = english;

/** Returns a text of the page. If it has placeholders, `params` fill them. */
export function t(name: string, params?: object): string {
  const text = translations.value?.site[name] ?? own[name] ?? name;
  return params === undefined ? text : fillTemplate(text, params);
}

export function translated<R extends Pick<Report, 'diagnostics'>>(report: R): R {
  const messages = translations.value?.messages;
  if (messages === undefined) return report;
  const diagnostics = report.diagnostics.map((diagnostic) => {
    const template = messages[diagnostic.code]?.[diagnostic.messageId];
    return template ? { ...diagnostic, message: fillTemplate(template, diagnostic.params) } : diagnostic;
  });
  return { ...report, diagnostics };
}

const importRussian = importer(() => import('./russian.js'), 'default');

export async function setLanguage(to: string | null): Promise<void> {
  translations.value = to === 'ru' ? (await importRussian()).default : undefined;
  language.value = to === 'ru' ? 'ru' : 'en';
  document.documentElement.lang = language.value;
  document.title = t('title');
}

/** Returns the URL of a page of the site, relative to the studio, in the current language. */
export const siteUrl = (path: string): string => `../${language.value === 'en' ? '' : `${language.value}/`}${path}`;
