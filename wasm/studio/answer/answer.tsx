// Shows the effect of the renewal settings: a sentence, and the effective renewal kind for each payment method and
// consent.

import { useState } from 'preact/hooks';
import type { Consent, EffectiveKind, PaymentKind } from '../../lib/model.js';
import { goToNextFinding } from '../findings/go-to-finding.js';
import { counts, summary } from '../findings/visible-findings.js';
import { t } from '../language/language.js';
import type { SummaryCell } from '../module/model.js';
import { buyerEffect, noEffectReason } from '../state/buyer-effect.js';
import { Reasons } from './reasons.js';

const ABBREVIATIONS: { readonly [kind in EffectiveKind]: string } = {
  ar: 'AR',
  'ar-trial': 'AR',
  pmr: 'PMR',
  email: '@',
};

const CONSENTS: Consent[] = ['given', 'declined', 'unavailable'];

const PAYMENTS: PaymentKind[] = ['online', 'offline'];

function CellButton({ cell, isOpen, toggle }: { cell: SummaryCell; isOpen: boolean; toggle(): void }) {
  return (
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
}

export function Answer() {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const effect = buyerEffect.value;
  const cells = effect?.cells ?? [];
  const keyOf = ({ payment, consent }: SummaryCell) => `${payment} ${consent}`;
  const cell = cells.find((found) => keyOf(found) === open);
  const { error, warning } = counts.value;
  const mood = error ? 'bad' : warning ? 'so-so' : 'good';
  return (
    <section class="answer" aria-labelledby="answer-title">
      <h2 id="answer-title" class="hidden">
        {t('answer')}
      </h2>
      <div class="said">
        <p id="sentence" class="sentence">
          {effect?.sentence ?? noEffectReason.value}
        </p>
        <p class="marks">
          {effect?.configurationName && (
            <span class="mark" id="configuration">
              {effect.configurationName}
            </span>
          )}
          {effect?.trial && <span class="mark">{t('trial-badge')}</span>}
          <button type="button" id="tally" class={`mark ${mood}`} title="F8" onClick={() => goToNextFinding(1)}>
            {summary()}
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
              {cells
                .filter((found) => found.payment === payment)
                .map((found) => {
                  const key = keyOf(found);
                  const isOpen = open === key;
                  return (
                    <CellButton
                      key={key}
                      cell={found}
                      isOpen={isOpen}
                      toggle={() => setOpen(isOpen ? undefined : key)}
                    />
                  );
                })}
            </tr>
          ))}
        </tbody>
      </table>
      {cell && <Reasons key={open} cell={cell} close={() => setOpen(undefined)} />}
    </section>
  );
}
