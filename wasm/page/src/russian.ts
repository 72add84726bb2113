import messages from '../../../src/messages/ru.json';
import words from '../../../src/messages/words.ru.json';
import rest from '../words/rest.ru.json';
import site from '../words/ru.json';
import type { Tables } from './language.js';

const tables: Tables = {
  site: { ...site, ...rest },
  words: JSON.stringify(words),
  messages: JSON.stringify(messages),
};
export default tables;
