// What the set-up means for buyers: one sentence, and the kind for each payment method and consent.

import { useState } from 'preact/hooks';
import { tallied, tally, next } from '../src/findings.js';
import { t } from '../src/language.js';
import { answer, unanswered } from '../src/state.js';
import { Limit, useLimits } from './Problems.jsx';

const LETTERS = { ar: 'AR', 'ar-trial': 'AR', pmr: 'PMR', email: '@' };

function Ladder({ cell, close }) {
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
      {needs.map((name) => <Limit key={name} name={name} id={`ladder-${name}`} />)}
      <details>
        <summary>{t('codes')}</summary>
        <p><code>{cell.kind ?? 'null'}</code> · {cell.ladder.map((rung) => `${rung.kind} ${rung.outcome}`).join(' · ')}</p>
      </details>
      <button type="button" class="small" onClick={close}>{t('close')}</button>
    </div>
  );
}

export function Answer() {
  const [open, setOpen] = useState(undefined);
  const said = answer.value;
  const cells = said?.cells ?? [];
  const payments = [...new Set(cells.map(({ payment }) => payment))];
  const consents = [...new Set(cells.map(({ consent }) => consent))];
  const cell = cells.find(({ payment, consent }) => `${payment} ${consent}` === open);
  const { error, warning } = tally.value;
  return (
    <section class="answer" aria-labelledby="answer-title">
      <h2 id="answer-title" class="hidden">{t('answer')}</h2>
      <div class="said">
        <p id="sentence" class="sentence">{said?.sentence ?? unanswered.value}</p>
        <p class="marks">
          {said?.configurationName && <span class="mark" id="configuration">{said.configurationName}</span>}
          {said?.trial && <span class="mark">{t('trial-badge')}</span>}
          <button type="button" id="tally" class={`mark ${error ? 'bad' : warning ? 'so-so' : 'good'}`} title="F8" onClick={() => next(1)}>
            {tallied()}
          </button>
        </p>
      </div>
      <table class="grid">
        <caption class="hidden">{t('grid')}</caption>
        <thead>
          <tr>
            <td />
            {(consents.length > 0 ? consents : ['given', 'declined', 'unavailable']).map((consent) => <th scope="col" key={consent}>{t(consent)}</th>)}
          </tr>
        </thead>
        <tbody>
          {(payments.length > 0 ? payments : ['online', 'offline']).map((payment) => (
            <tr key={payment}>
              <th scope="row">{t(payment)}</th>
              {consents.map((consent) => {
                const one = cells.find((cell) => cell.payment === payment && cell.consent === consent);
                const key = `${payment} ${consent}`;
                return (
                  <td key={consent}>
                    <button type="button" class={`cell ${one.kind ?? 'none'}`} aria-expanded={open === key} aria-controls={open === key ? 'ladder' : undefined} onClick={() => setOpen(open === key ? undefined : key)}>
                      <abbr aria-hidden="true">{LETTERS[one.kind] ?? '–'}</abbr> <span>{one.name}</span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {cell && <Ladder key={open} cell={cell} close={() => setOpen(undefined)} />}
    </section>
  );
}
