// Options for the wording of reports, and types of the results for a `jsonText`.

import type { FieldLabels } from './labels.js';
import type { CatalogueReport, Diagnostic, Messages, Report, ReportLocation } from './model.js';

/** Options for the wording of reports. */
export interface Wording {
  /**
   * Message table, such as `renewal-rules/messages/ru`; by default that of `setMessages`, or English. A message that the
   * table lacks stays English. A call throws if the table has an unknown message, or one with other placeholders than
   * in English.
   */
  messages?: Messages | undefined;
  /** Labels of fields in messages, by name: `{ 'variants[].sku': 'Article' }`. */
  labels?: FieldLabels | undefined;
}

/** Layout of the products in a text; by default, it is detected from the text. */
export interface LayoutOption {
  layout?: 'array' | 'lines' | undefined;
}

/** The report of `jsonText`; each diagnostic has a location. */
export type Located<R extends Report | CatalogueReport> = Omit<R, 'diagnostics'> & {
  diagnostics: (Diagnostic & { location: ReportLocation })[];
};

/** Result of `fix` or `fixCatalogue` for `jsonText`: a text to which its safe fixes were applied. */
export interface FixedText<R = Located<Report>> {
  /**
   * The fixed text; everything else in it is unchanged. Empty if the input has no text, such as bytes that are not
   * UTF-8: do not write it back then, as no fix was made (`applied` is 0).
   */
  text: string;
  /** Report of the fixed text. */
  report: R;
  /** Number of applied fixes. */
  applied: number;
}
