// Shows the summary of the renewal settings: a sentence, and the effective renewal kind for each payment method and
// consent, with the reasons for it.

import { useState } from 'preact/hooks';
import type { Consent, EffectiveKind, PaymentKind } from '../../lib/model.js';
import { Button } from '../controls/elements.js';
import { LimitInputs } from '../findings/finding.js';
import { counts, formatCounts, goToNextFinding } from '../findings/findings.js';
import { t } from '../language/language.js';
import type { SummaryCell } from '../module/model.js';
import { buyerSummary, noSummaryReason } from '../state/report.js';

const ABBREVIATIONS: { [kind in EffectiveKind]: string } = { ar: 'AR', 'ar-trial': 'AR', pmr: 'PMR', email: '@' };
const CONSENTS: Consent[] = ['given', 'declined', 'unavailable'];
const PAYMENTS: PaymentKind[] = ['online', 'offline'];

const Cell = ({ cell, isOpen, toggle }: { cell: SummaryCell; isOpen: boolean; toggle(): void }) => (
  <td>
    <button
      type="button"
      class={`cell ${cell.kind ?? 'none'}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'ladder' : undefined}
      onClick={toggle}
    >
      <abbr aria-hidden="true">{cell.kind === null ? '–' : ABBREVIATIONS[cell.kind]}</abbr> <span>{cell.name}</span>
    </button>
  </td>
);

const Reasons = ({ cell, close }: { cell: SummaryCell; close(): void }) => (
  <div class="ladder" id="ladder" role="region" aria-labelledby="ladder-title">
    <h3 id="ladder-title">{t('ladder', { payment: t(cell.payment), consent: t(cell.consent).toLowerCase() })}</h3>
    <ol>
      {cell.ladder.map((rung) => (
        <li key={rung.kind} class={rung.outcome}>
          <b>{rung.name}</b> <span>{rung.says}</span>
        </li>
      ))}
    </ol>
    <LimitInputs needs={cell.ladder.flatMap(({ assumed }) => assumed)} idPrefix="ladder" />
    <details>
      <summary>{t('codes')}</summary>
      <p>
        <code>{cell.kind ?? 'null'}</code> · {cell.ladder.map((rung) => `${rung.kind} ${rung.outcome}`).join(' · ')}
      </p>
    </details>
    <Button label={t('close')} act={close} />
  </div>
);

const keyOf = ({ payment, consent }: SummaryCell): string => `${payment} ${consent}`;

export function BuyerSummary() {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const summary = buyerSummary.value;
  const cells = summary?.cells ?? [];
  const opened = cells.find((cell) => keyOf(cell) === open);
  const close = () => setOpen(undefined);
  const { error, warning } = counts.value;
  const severity = error ? 'error' : warning ? 'warning' : 'none';
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h2 id="summary-title" class="hidden">
        {t('summary')}
      </h2>
      <div class="message">
        <p id="sentence" class="sentence">
          {summary?.sentence ?? noSummaryReason.value}
        </p>
        <p class="marks">
          {summary?.configurationName && (
            <span class="mark" id="configuration">
              {summary.configurationName}
            </span>
          )}
          {summary?.trial && <span class="mark">{t('trial-badge')}</span>}
          <button type="button" id="tally" class={`mark ${severity}`} title="F8" onClick={() => goToNextFinding(1)}>
            {formatCounts()}
          </button>
        </p>
      </div>
      <table class="grid">
        <caption class="hidden">{t('grid')}</caption>
        <thead>
          <tr>
            <td />
            {CONSENTS.map((consent) => (
              <th scope="col" key={consent}>
                {t(consent)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PAYMENTS.map((payment) => (
            <tr key={payment}>
              <th scope="row">{t(payment)}</th>
              {cells.map((cell) => {
                const isOpen = cell === opened;
                const toggle = isOpen ? close : () => setOpen(keyOf(cell));
                return (
                  cell.payment === payment && <Cell key={keyOf(cell)} cell={cell} isOpen={isOpen} toggle={toggle} />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {opened && <Reasons key={open} cell={opened} close={close} />}
    </section>
  );
}
