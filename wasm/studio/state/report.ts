// Findings of the text, and the summary of its renewal settings for buyers.

import { computed } from '@preact/signals';
import type { CatalogueReport, Report } from '../../lib/model.js';
import { isObject } from '../json/json.js';
import { t, translated, translations } from '../language/language.js';
import type { OptionValues } from '../module/module.js';
import * as module from '../module/module.js';
import { settledState, settledText } from './history.js';
import { initiatorAt, isArray } from './products.js';

const MAX_DIAGNOSTICS = 500;

/** Runs a call and returns its result; if the call throws, because an option is invalid for example, the message. */
export function resultOrError<Result>(call: () => Result): { result?: Result; errorMessage?: string } {
  try {
    return { result: call() };
  } catch (error) {
    return { errorMessage: error instanceof Error ? error.message : String(error) };
  }
}

const checkResult = computed(() => {
  const check = (given?: OptionValues): Report | CatalogueReport =>
    (isArray.value ? module.checkCatalogueText : module.checkText)(settledText.value, {
      ...given,
      maxDiagnostics: MAX_DIAGNOSTICS,
    });
  const { result, errorMessage } = resultOrError(() => check(settledState.value.options));
  return { report: translated(result ?? check()), errorMessage };
});

export const findings = computed(() => checkResult.value.report.diagnostics);

/** Number of findings omitted because there are more than `MAX_DIAGNOSTICS`. */
export const omitted = computed(() => checkResult.value.report.omitted ?? 0);

/** Severity overrides by code. Not part of `callArguments`, because some calls do not accept them. */
export const severityOverrides = computed(() => settledState.value.options.rules);

/** Returns the limits in options; an empty object if `limits` is not an object. */
export const limitsOf = ({ limits }: OptionValues): OptionValues => (isObject(limits) ? limits : {});

export const limits = computed(() => limitsOf(settledState.value.options));

/**
 * Returns the arguments of a call about the shown chain: the text, the options, and an object with the index of the
 * initiator and the sentence templates.
 */
export const callArguments = (given: OptionValues) =>
  [
    settledText.value,
    { limits: limits.value, ...given },
    { index: initiatorAt.value, words: translations.value?.words },
  ] as const;

// `TimelineOptions` requires a date; the summary does not depend on it.
const summaryResult = computed(() =>
  resultOrError(() => module.buyerSummary(...callArguments({ purchaseDate: '2000-01-01' }))),
);

/** Summary of the renewal settings for buyers; `undefined` if there are no products. */
export const buyerSummary = computed(() => summaryResult.value.result?.value);

/** Reason why no summary is shown: the first finding, or that there are no products; empty if a summary is shown. */
export const noSummaryReason = computed(() =>
  summaryResult.value.result?.ok === false ? (findings.value[0]?.message ?? t('no-products')) : '',
);

/** The first error in the options, as reported by the module; `undefined` if there is none. */
export const optionError = computed(
  () =>
    module.optionError(settledState.value.options, translations.value?.words) ??
    summaryResult.value.errorMessage ??
    checkResult.value.errorMessage,
);
