// Types of the results for `jsonText`, whose diagnostics have locations.

import type { CatalogueReport, Diagnostic, Report, ReportLocation } from './model.js';

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
