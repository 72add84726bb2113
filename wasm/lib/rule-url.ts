// URLs of the pages about codes.

import type { Report } from './model.js';

/**
 * Adds the member `url` to a diagnostic: the URL of the page about the code of the diagnostic. The member is not
 * enumerable, so that JSON omits it.
 */
export const withUrl = <Coded extends { code: string }>(diagnostic: Coded): Coded & { readonly url: string } =>
  Object.defineProperty(diagnostic, 'url', { value: `${__SITE__}/rules/${diagnostic.code}/` }) as Coded & {
    readonly url: string;
  };

/** Adds the URLs to the diagnostics of a report that the module sent as JSON. */
export const withUrls = (report: Report): Report => ({ ...report, diagnostics: report.diagnostics.map(withUrl) });
