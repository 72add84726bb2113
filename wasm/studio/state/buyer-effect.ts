// Effect of the renewal settings for buyers.

import { computed } from '@preact/signals';
import { t, translations } from '../language/language.js';
import * as module from '../module/module.js';
import { settledState } from './history.js';
import { attempt, callArguments, checkResult, findings } from './report.js';

const effectResult = computed(() =>
  attempt(() => module.buyerEffect(...callArguments({ purchaseDate: '2000-01-01' }))),
);

/** Effect of the renewal settings for buyers; `undefined` if there are no products. */
export const buyerEffect = computed(() => (effectResult.value.result?.ok ? effectResult.value.result : undefined));

/**
 * Reason why no effect is shown: the message of the first finding, or that there are no products. Empty if an effect is
 * shown.
 */
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
