// Translations for the language server: tables that are passed to the library.

import messages from 'renewal-rules/messages/ru';

import fields from '../../crates/editor/src/fields.ru.json';
import words from '../../crates/preview/src/sentences.ru.json';
import rules from '../../src/messages/rules.ru.json';

/**
 * Returns the tables of a language as JSON, by its tag, such as `ru` or `ru-RU`; none for English and unknown
 * languages.
 */
export function languageOf(tag: string): object {
  if (!/^ru\b/i.test(tag)) return {};
  const tables = { words, fields, rules, messages };
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, JSON.stringify(table)]));
}
