// Shows orders and charges over time: a picture, or a list on narrow screens.

import type { TimelinePeriod } from '../../lib/tools-model.js';
import { Input, Labelled, Notice } from '../controls/elements.js';
import { t } from '../language/language.js';
import type { Tools } from '../module/load-tools.js';
import { buyer, commit, TODAY } from '../state/history.js';
import { chainProducts } from '../state/products.js';
import { callArguments, noSummaryReason, resultOrError } from '../state/report.js';

function setOption(name: string, given: unknown): void {
  const { [name]: _, ...others } = buyer.value;
  commit({ buyer: given === undefined ? others : { ...others, [name]: given } }, `buyer ${name}`);
}

/** Returns an option's value as text; by default the preset. */
const optionText = (name: string, preset = ''): string => String(buyer.value[name] ?? preset);

function SelectField({ name, options }: { name: string; options: readonly string[] }) {
  const id = `buyer-${name}`;
  const choose = (option: string) => setOption(name, option === options[0] ? undefined : option);
  return (
    <Labelled id={id} label={t(name)}>
      <select
        id={id}
        value={optionText(name, options[0])}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {t(option)}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** Parses a number; other text is returned unchanged, so that the module rejects it. */
function parseNumber(typed: string): string | number | undefined {
  if (typed.trim() === '') return undefined;
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

/** Numeric options with their labels and placeholders. */
const NUMBERS = [
  ['renewals', 'renewals', '12'],
  ['pmrLeadDays', 'pmr-lead'],
  ['emailLeadDays', 'email-lead'],
] as const;

/** Parses an SVG without its style sheet, because the styles of the page apply. */
function parseSvg(svg: string): Element {
  // The content security policy blocks inline styles as soon as they are parsed, so remove them before.
  return new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement;
}

const priceOf = ({ paid, price, currency }: TimelinePeriod): string =>
  paid === 'free' ? '' : [price, currency].filter(Boolean).join(' ');

export function Timeline({ tools }: { tools: Tools }) {
  const [text, options, about] = callArguments({ purchaseDate: TODAY, ...buyer.value });
  const { result, errorMessage } = resultOrError(() => tools.picture(text, options, { ...about, today: TODAY }));
  const shown = result?.value;
  const show = (element: HTMLElement | null) => {
    if (element && shown) element.replaceChildren(document.importNode(parseSvg(shown.svg), true));
  };
  const periods = shown?.timeline.periods.slice(0, chainProducts.value.length + 3) ?? [];
  const notes = shown?.notes ?? [];
  return (
    <div class="timeline">
      <div class="options">
        <Labelled id="buyer-purchaseDate" label={t('purchase-date')}>
          <input
            id="buyer-purchaseDate"
            type="date"
            value={optionText('purchaseDate', TODAY)}
            onInput={({ currentTarget: { value } }) => setOption('purchaseDate', value === TODAY ? undefined : value)}
          />
        </Labelled>
        <SelectField name="payment" options={['online', 'offline']} />
        <SelectField name="consent" options={['given', 'declined', 'unavailable']} />
      </div>
      <Notice id="timeline-error" text={errorMessage ?? noSummaryReason.value} />
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
        <summary>{t('assumptions')}</summary>
        <div class="options">
          {NUMBERS.map(([name, label, placeholder]) => (
            <Input
              key={name}
              id={`buyer-${name}`}
              label={t(label)}
              inputMode="numeric"
              value={optionText(name)}
              placeholder={placeholder}
              edit={(typed) => setOption(name, parseNumber(typed))}
            />
          ))}
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
