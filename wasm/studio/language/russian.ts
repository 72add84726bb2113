// Russian translations, which are fetched on demand.

import words from '../../../crates/preview/src/sentences.ru.json';
import messages from '../../../src/messages/ru.json';
import site from '../labels/ru.json';

export default { site, words: JSON.stringify(words), messages };
