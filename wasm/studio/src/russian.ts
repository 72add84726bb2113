import words from '../../../crates/preview/src/sentences.ru.json';
import messages from '../../../src/messages/ru.json';
import rest from '../words/rest.ru.json';
import site from '../words/ru.json';

export default {
  site: { ...site, ...rest },
  words: JSON.stringify(words),
  messages: JSON.stringify(messages),
};
