// What reports of texts have, and in which words they are.

import type { Labels } from './labels.js';
import type { CatalogueReport, Diagnostic, Location, Messages, Report } from './model.js';

/** In which words reports are. */
export interface Wording {
  /** A table of all messages, such as `renewal-rules/messages/ru`, in English by default. A call throws where one is missing or has other placeholders. */
  messages?: Messages | undefined;
  /** What fields are called in messages, by their names: `{ 'variants[].sku': 'Article' }`. */
  labels?: Labels | undefined;
}

/** How the products of a text are laid out; its contents decide where it is not stated. */
export interface LayoutOption {
  layout?: 'array' | 'lines' | undefined;
}

/** The report of a text, in which each diagnostic has a location. */
export type Located<R extends Report | CatalogueReport> = Omit<R, 'diagnostics'> & {
  diagnostics: (Diagnostic & { location: Location })[];
};

/** A text after its certain fixes. */
export interface FixedText<R = Located<Report>> {
  /**
   * The fixed text; everything else in it is unchanged. Empty if the input has no text, such as bytes that are not
   * UTF-8: do not write it back then, as no fix was made (`applied` is 0).
   */
  text: string;
  /** The report of the fixed text. */
  report: R;
  /** How many fixes were made. */
  applied: number;
}
