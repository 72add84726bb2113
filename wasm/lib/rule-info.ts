// The documentation of rules.

import { call } from './host.js';
import type { Code, Severity } from './model.js';
import { word } from './reports.js';

/** Documentation of a rule. */
export interface RuleInfo {
  code: Code;
  severities: Severity[];
  /** Section of the interface document. */
  section: string;
  /** Title of the rule. */
  title: string;
  /** Explanation, with the remedy. */
  explanation: string;
  /** Fields that the rule reads, such as `variants[].sku`. */
  reads: string[];
  /** Fields at which the rule is reported. */
  at: string[];
  /** Names of the params of the rule's diagnostics. */
  params: string[];
  /** English messages by `messageId`. */
  templates: { [messageId: string]: string };
  /** Options of the examples as JSON; empty if there are none. */
  options: string;
  /** Set if the examples are catalogues. */
  catalogue: boolean;
  /** Example with a diagnostic of the rule. */
  bad: string;
  /** The same example without the diagnostic. */
  good: string;
}

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
