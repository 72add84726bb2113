// Type of the documentation of rules.

import type { Code, Severity } from './model.js';

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
