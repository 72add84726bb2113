import messages from '../../../src/messages/ru.json';
import words from '../../../src/messages/words.ru.json';
import site from '../words/ru.json';

export default { site, words: JSON.stringify(words), messages: JSON.stringify(messages) };
