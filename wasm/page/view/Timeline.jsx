// When what is ordered and charged: the module's picture, and a list where there is no room for it.

import { computed, signal } from '@preact/signals';
import { t } from '../src/language.js';
import { tools } from '../src/later.js';
import { asks, attempt, boxes, buyer, commit, unanswered } from '../src/state.js';

const today = signal(new Date().toLocaleDateString('sv'));
const drawn = computed(() => attempt(() => tools.value.picture(...asks({ purchaseDate: today.value, ...buyer.value }, { today: today.value }))));

const set = (name, given) => {
  const stated = { ...buyer.value, [name]: given };
  if (given === undefined) delete stated[name];
  commit({ buyer: stated }, `buyer ${name}`);
};
const number = (typed) => (typed.trim() === '' ? undefined : /^\d+$/.test(typed.trim()) ? Number(typed) : typed);

/** The picture of the module without its own style: that of the page holds. */
function drawing(svg) {
  // Even to read a style is against the page's policy.
  return new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement;
}

function Choice({ name, label, options }) {
  return (
    <div class="field">
      <label for={`buyer-${name}`}>{label}</label>
      <select id={`buyer-${name}`} value={buyer.value[name] ?? options[0]} onChange={({ target }) => set(name, target.value === options[0] ? undefined : target.value)}>
        {options.map((option) => <option key={option} value={option}>{t(option)}</option>)}
      </select>
    </div>
  );
}

function Typed({ name, label, preset }) {
  return (
    <div class="field">
      <label for={`buyer-${name}`}>{label}</label>
      <input id={`buyer-${name}`} inputMode="numeric" value={buyer.value[name] ?? ''} placeholder={preset} onInput={({ target }) => set(name, number(target.value))} />
    </div>
  );
}

export function Timeline() {
  const { result, trouble } = drawn.value;
  const shown = result?.ok ? result : undefined;
  const wrong = trouble ?? unanswered.value;
  const show = (element) => element && shown && element.replaceChildren(document.importNode(drawing(shown.svg), true));
  const periods = shown?.timeline.periods.slice(0, boxes.value.length + 3) ?? [];
  return (
    <div class="timeline">
      <div class="options">
        <div class="field">
          <label for="buyer-purchaseDate">{t('purchase-date')}</label>
          <input id="buyer-purchaseDate" type="date" value={buyer.value.purchaseDate ?? today.value} onInput={({ target }) => set('purchaseDate', target.value === today.value ? undefined : target.value)} />
        </div>
        <Choice name="payment" label={t('payment')} options={['online', 'offline']} />
        <Choice name="consent" label={t('consent')} options={['given', 'declined', 'unavailable']} />
      </div>
      {wrong && <p class="notice" id="timeline-trouble">{wrong}</p>}
      <div id="picture" class="picture" ref={show} key={shown?.svg} />
      <ol class="periods">
        {periods.map((period) => (
          <li key={period.number} class={period.paid}>
            <b>{period.start}</b> {period.name}
            <span>{period.paid === 'free' ? '' : [period.price, period.currency].filter(Boolean).join(' ')} {t(`paid-${period.paid}`)}</span>
            {period.ordered && <small>{t('list-order', { date: period.ordered })}</small>}
          </li>
        ))}
      </ol>
      <details class="more">
        <summary>{t('notes')}</summary>
        <div class="options">
          <Typed name="renewals" label={t('renewals')} preset="12" />
          <Typed name="pmrLeadDays" label={t('pmr-lead')} />
          <Typed name="emailLeadDays" label={t('email-lead')} />
        </div>
        {shown?.notes.length > 0 && <ul class="notes">{shown.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
      </details>
    </div>
  );
}
