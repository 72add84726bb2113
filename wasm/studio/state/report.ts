// Findings of the text, and the effect of its renewal settings for buyers.

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
export function resultOrTrouble<Result>(call: () => Result): { result?: Result; trouble?: string } {
  try {
    return { result: call() };
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : String(error) };
  }
}

const checkResult = computed(() => {
  const check = (given?: OptionValues): Report | CatalogueReport =>
    (isArray.value ? module.checkCatalogueText : module.checkText)(settledText.value, {
      ...given,
      maxDiagnostics: MAX_DIAGNOSTICS,
    });
  const { result, trouble } = resultOrTrouble(() => check(settledState.value.options));
  return { report: translated(result ?? check()), trouble };
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

const effectResult = computed(() =>
  resultOrTrouble(() => module.buyerEffect(...callArguments({ purchaseDate: '2000-01-01' }))),
);

/** Effect of the renewal settings for buyers; `undefined` if there are no products. */
export const buyerEffect = computed(() => effectResult.value.result?.value);

/** Reason why no effect is shown: the first finding, or that there are no products; empty if an effect is shown. */
export const noEffectReason = computed(() =>
  effectResult.value.result?.ok === false ? (findings.value[0]?.message ?? t('no-products')) : '',
);

/** The first error in the options, as reported by the module; `undefined` if there is none. */
export const optionError = computed(
  () =>
    module.optionError(settledState.value.options, translations.value?.words) ??
    effectResult.value.trouble ??
    checkResult.value.trouble,
);
