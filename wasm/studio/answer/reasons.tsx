// Shows the reasons for the effective renewal kind of a purchase.

import { Button } from '../controls/button.js';
import { Limit, useLimits } from '../findings/limit.js';
import { t } from '../language/language.js';
import type { SummaryCell } from '../module/model.js';

export function Reasons({ cell, close }: { cell: SummaryCell; close(): void }) {
  const needs = useLimits(cell.ladder.flatMap(({ assumed }) => assumed));
  return (
    <div class="ladder" id="ladder" role="region" aria-labelledby="ladder-title">
      <h3 id="ladder-title">{t('ladder', { payment: t(cell.payment), consent: t(cell.consent).toLowerCase() })}</h3>
      <ol>
        {cell.ladder.map((rung) => (
          <li key={rung.kind} class={rung.outcome}>
            <b>{rung.name}</b> <span>{rung.says}</span>
          </li>
        ))}
      </ol>
      {needs.map((name) => (
        <Limit key={name} name={name} id={`ladder-${name}`} />
      ))}
      <details>
        <summary>{t('codes')}</summary>
        <p>
          <code>{cell.kind ?? 'null'}</code> · {cell.ladder.map((rung) => `${rung.kind} ${rung.outcome}`).join(' · ')}
        </p>
      </details>
      <Button label={t('close')} act={close} />
    </div>
  );
}
