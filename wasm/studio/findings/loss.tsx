// Shows which buyer loses by a finding: on which day, and what happens instead after the fix.

import { computed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Diagnostic } from '../../lib/model.js';
import { t, translations } from '../language/language.js';
import { loadTools, tools } from '../module/load-tools.js';
import { costlyCodes } from '../module/module.js';
import { buyer, settledState, settledText, TODAY } from '../state/history.js';
import { attempt, findings, limits } from '../state/report.js';

const costly = computed(() => new Set(costlyCodes()));

/** Returns the index of a finding among those with its code and path; -1 if it is not about the text of the page. */
const indexAmongEqual = (finding: Diagnostic): number =>
  findings.value.filter(({ code, path }) => code === finding.code && path === finding.path).indexOf(finding);

/** Describes the buyer who loses; the purchase date is that of the timeline. */
function LossText({ finding: { code, path }, nth }: { finding: Diagnostic; nth: number }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    loadTools().catch(() => setFailed(true));
  }, []);
  const loaded = tools.value;
  if (loaded === undefined) return <p role="status">{t(failed ? 'not-loaded' : 'loading')}</p>;
  const { trial, payment } = settledState.value.options;
  const { purchaseDate = TODAY } = buyer.value;
  const options = { purchaseDate, trial, payment, limits: limits.value };
  const about = { code, path, nth, words: translations.value?.words };
  const { result = [], trouble } = attempt(() => loaded.losses(settledText.value, options, about));
  return <p>{trouble ?? (result.join(' ') || t('no-loss'))}</p>;
}

/**
 * Expandable section about the buyer who loses a renewal, or pays another amount, because of a finding; nothing if the
 * code of the finding cannot have this effect.
 */
export function Loss({ finding, tabIndex }: { finding: Diagnostic; tabIndex: number | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const nth = indexAmongEqual(finding);
  if (nth < 0 || finding.severity === 'info' || !costly.value.has(finding.code)) return null;
  return (
    <details class="loss" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary tabIndex={tabIndex} aria-label={`${t('loss')}: ${finding.code}`}>
        {t('loss')}
      </summary>
      {isOpen && <LossText finding={finding} nth={nth} />}
    </details>
  );
}
