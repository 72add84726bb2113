// Messages of calls that have no option `messages`.

import type { Messages } from './model.js';
import { parseTable, type Table } from './translate.js';

let table: Table | undefined;

/** Returns the table set by `setMessages`; `undefined` for the English messages. */
export const defaultTable = (): Table | undefined => table;

/**
 * Sets the messages of all later calls, in the whole program, that have no option `messages`; `undefined` sets the
 * English ones.
 *
 * @throws {@link OptionsError} if the table has an unknown message, or one with other placeholders than in English.
 * @example
 * ```js
 * import { check, setMessages } from 'renewal-rules';
 * import ru from 'renewal-rules/messages/ru';
 *
 * setMessages(ru);
 * console.log(check([]).diagnostics[0].message); // Продукт должен быть объектом, а здесь список. …
 * setMessages(undefined);
 * ```
 */
export function setMessages(messages: Messages | undefined): void {
  table = messages === undefined ? undefined : parseTable(messages);
}
