// Decodes reports from numbers and one text that contains all strings. Creating objects from these takes a fraction of
// the time of parsing JSON.

import { CONFIGURATIONS } from './configurations.js';
import type { FixedText } from './located.js';
import type { CatalogueReport, Diagnostic, PatchOperation, Report, ReportLocation } from './model.js';

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

type Param = string | number | string[];

/** Reads numbers and strings in the order in which the module wrote them. */
export class Flat<Of = unknown> {
  /** Carries the type of the value to read (a phantom type); never set. */
  declare readonly of?: Of;
  readonly #numbers: Uint32Array;
  #at: number;
  #start = 0;

  /** `texts` contains all strings one after the other; `at` is the index in `numbers` of the first number to read. */
  constructor(
    readonly texts: string,
    numbers: Uint32Array,
    at: number,
  ) {
    this.#numbers = numbers;
    this.#at = at;
  }

  number(): number {
    return this.#numbers[this.#at++] as number;
  }

  text(): string {
    const start = this.#start;
    this.#start += this.number();
    return this.texts.slice(start, this.#start);
  }

  /** Returns this reader, typed as a reader of the next value. */
  next<Next>(): Flat<Next> {
    return this as unknown as Flat<Next>;
  }

  /** Reads an array whose length is the next number. */
  list<Value>(read: (flat: Flat) => Value): Value[] {
    const values: Value[] = [];
    for (let left = this.number(); left > 0; left--) values.push(read(this));
    return values;
  }

  /** Reads an optional value, encoded as an array of at most one. */
  option<Value>(read: (flat: Flat) => Value): Value | undefined {
    return this.number() === 0 ? undefined : read(this);
  }
}

const text = (flat: Flat): string => flat.text();
const number = (flat: Flat): number => flat.number();

function paramsOf(flat: Flat): { [name: string]: Param } {
  const params: { [name: string]: Param } = {};
  for (let left = flat.number(); left > 0; left--) {
    const name = flat.text();
    const kind = flat.number();
    if (kind === 0) params[name] = flat.text();
    else params[name] = kind === 1 ? flat.number() + flat.number() * 2 ** 32 : flat.list(text);
  }
  return params;
}

function operationOf(flat: Flat): PatchOperation {
  const op = flat.text();
  const from = flat.option(text);
  const path = flat.text();
  const value = flat.option(text);
  if (from !== undefined) return { op, from, path } as PatchOperation;
  return (value === undefined ? { op, path } : { op, path, value: JSON.parse(value) }) as PatchOperation;
}

const fixOf = (flat: Flat): PatchOperation[] => flat.list(operationOf);

const locationOf = (flat: Flat): ReportLocation => ({
  line: flat.number(),
  column: flat.number(),
  endLine: flat.number(),
  endColumn: flat.number(),
});

function diagnosticOf(flat: Flat): Diagnostic {
  const diagnostic = {
    code: flat.text(),
    severity: flat.text(),
    path: flat.text(),
    messageId: flat.text(),
    message: flat.text(),
    params: paramsOf(flat),
    related: flat.list(text),
    section: flat.text(),
  } as unknown as Diagnostic;
  const fix = flat.option(fixOf);
  if (fix !== undefined) diagnostic.fix = fix;
  const location = flat.option(locationOf);
  if (location !== undefined) diagnostic.location = location;
  return withUrl(diagnostic);
}

function withOmitted<R extends Report | CatalogueReport>(report: R, flat: Flat): R {
  const omitted = flat.option(number);
  if (omitted !== undefined) report.omitted = omitted;
  return report;
}

export function reportOf(flat: Flat<Report>): Report {
  const valid = flat.number() === 1;
  const configuration = CONFIGURATIONS[flat.number() - 1] ?? null;
  const trial = flat.number() === 1;
  return withOmitted({ valid, configuration, trial, diagnostics: flat.list(diagnosticOf) }, flat);
}

export const catalogueReportOf = (flat: Flat<CatalogueReport>): CatalogueReport =>
  withOmitted({ valid: flat.number() === 1, diagnostics: flat.list(diagnosticOf) }, flat);

export const fixedOf =
  <R extends Report | CatalogueReport>(report: (flat: Flat<R>) => R) =>
  (flat: Flat<FixedText<R>>): FixedText<R> => ({
    text: flat.text(),
    applied: flat.number(),
    report: report(flat.next()),
  });
