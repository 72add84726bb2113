// Shows orders and charges over time: a picture, or a list on narrow screens.

import { computed } from '@preact/signals';
import type { TimelinePeriod } from '../../lib/tools-model.js';
import { t } from '../language/language.js';
import { tools } from '../module/load-tools.js';
import { noEffectReason } from '../state/buyer-effect.js';
import { buyer } from '../state/history.js';
import { chainProducts } from '../state/products.js';
import { attempt, callArguments } from '../state/report.js';
import { today } from '../state/today.js';
import { Choice, NumberOption, optionText, set } from './buyer-options.js';

const timelineResult = computed(() =>
  attempt(() =>
    tools.value?.picture(...callArguments({ purchaseDate: today.value, ...buyer.value }, { today: today.value })),
  ),
);

/** Parses an SVG without its style sheet, because the styles of the page apply. */
function parseSvg(svg: string): Element {
  // The content security policy blocks inline styles as soon as they are parsed, so remove them before.
  return new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement;
}

const priceOf = ({ paid, price, currency }: TimelinePeriod): string =>
  paid === 'free' ? '' : [price, currency].filter(Boolean).join(' ');

export function Timeline() {
  const { result, trouble } = timelineResult.value;
  const shown = result?.ok ? result : undefined;
  const wrong = trouble ?? noEffectReason.value;
  const show = (element: HTMLElement | null) => {
    if (element && shown) element.replaceChildren(document.importNode(parseSvg(shown.svg), true));
  };
  const periods = shown?.timeline.periods.slice(0, chainProducts.value.length + 3) ?? [];
  const notes = shown?.notes ?? [];
  return (
    <div class="timeline">
      <div class="options">
        <div class="field">
          <label for="buyer-purchaseDate">{t('purchase-date')}</label>
          <input
            id="buyer-purchaseDate"
            type="date"
            value={optionText('purchaseDate') ?? today.value}
            onInput={({ currentTarget }) =>
              set('purchaseDate', currentTarget.value === today.value ? undefined : currentTarget.value)
            }
          />
        </div>
        <Choice name="payment" label={t('payment')} options={['online', 'offline']} />
        <Choice name="consent" label={t('consent')} options={['given', 'declined', 'unavailable']} />
      </div>
      {wrong && (
        <p class="notice" id="timeline-trouble">
          {wrong}
        </p>
      )}
      <div id="picture" class="picture" ref={show} key={shown?.svg} />
      <ol class="periods">
        {periods.map((period) => (
          <li key={period.number} class={period.paid}>
            <b>{period.start}</b> {period.name}
            <span>
              {priceOf(period)} {t(`paid-${period.paid}`)}
            </span>
            {period.ordered && <small>{t('list-order', { date: period.ordered })}</small>}
          </li>
        ))}
      </ol>
      <details class="more">
        <summary>{t('notes')}</summary>
        <div class="options">
          <NumberOption name="renewals" label={t('renewals')} preset="12" />
          <NumberOption name="pmrLeadDays" label={t('pmr-lead')} />
          <NumberOption name="emailLeadDays" label={t('email-lead')} />
        </div>
        {notes.length > 0 && (
          <ul class="notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </details>
    </div>
  );
}
