// Renders reports.

import { fromValue } from './encode.js';
import { call } from './host.js';
import type { CatalogueReport, Report } from './model.js';
import type { ReportFormat } from './tools-model.js';

/** A checked input with its report. */
export interface FormatResult {
  /** Name of the input, such as its file name. */
  name: string;
  /** Report that a check returned for the input. */
  report: Report | CatalogueReport;
  /** Text of the input, for formats that show excerpts of it. */
  text?: string | undefined;
}

/** Options for rendering reports. */
export interface FormatOptions {
  /** Set to use terminal colours. */
  color?: boolean | undefined;
  /** Set to show errors only. */
  quiet?: boolean | undefined;
}

/**
 * Renders reports as text for people or tools, as the command line does.
 *
 * @throws {@link OptionsError} if `format` is unknown, or an element of `results` has no report.
 * @example
 * ```js
 * import { check, format } from 'renewal-rules/tools';
 *
 * console.log(format([{ name: 'a.json', report: check({ id: 0 }) }], 'github')); // ::error …
 * ```
 */
export const format = (results: readonly FormatResult[], format: ReportFormat, options: FormatOptions = {}): string =>
  call('render.results', { style: { ...options, format } }, fromValue(results));
