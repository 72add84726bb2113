// The documentation of rules.

import { call } from './host.js';
import type { Code } from './model.js';
import { word } from './reports.js';
import type { RuleInfo } from './tools-model.js';

/**
 * Returns the documentation of all rules, in the order of their codes.
 *
 * @example
 * ```js
 * import { rules } from 'renewal-rules/tools';
 *
 * console.log(rules()[0].code); // json-syntax
 * ```
 */
export const rules = (): RuleInfo[] => call('tools.rules', {});

/**
 * Returns the documentation of a code, `undefined` if there is no such code.
 *
 * @example
 * ```js
 * import { explain } from 'renewal-rules/tools';
 *
 * console.log(explain('chain-empty').title); // The chain is empty
 * ```
 */
export function explain(code: Code): RuleInfo;
export function explain(code: string): RuleInfo | undefined;
export function explain(code: string): RuleInfo | undefined {
  return call('tools.explain', { code: word(code) }) ?? undefined;
}
