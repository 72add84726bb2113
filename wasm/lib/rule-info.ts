// The documentation of rules.

import { call } from './host.js';
import type { Code, Severity } from './model.js';
import { word } from './reports.js';

/** Documentation of a code. */
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
  /** Fields at which it is reported. */
  at: string[];
  /** Params of its diagnostics. */
  params: string[];
  /** English messages by `messageId`. */
  templates: { [messageId: string]: string };
  /** Options of the examples as JSON; empty if there are none. */
  options: string;
  /** Set if the examples are catalogues. */
  catalogue: boolean;
  /** Example that breaks the rule. */
  bad: string;
  /** The fixed example. */
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
