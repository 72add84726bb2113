// Shows the licence term: a count and a unit, or the raw value if it is not a valid term.

import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Problems } from '../findings/finding.js';
import { get } from '../json/json-value.js';
import { t } from '../language/language.js';
import type { Term as LicenceTerm, TermUnit } from '../module/model.js';
import { formatTerm } from '../module/module.js';
import { endUndoGroup } from '../state/history.js';
import { value } from '../state/products.js';
import { setTyped, useBoundInput } from './field.js';

export function Term({ path, term }: { path: string; term: LicenceTerm | null | undefined }) {
  const isOdd = get(value.value, path) !== undefined && !term;
  const [raw, setRaw] = useState(false);
  const [typesCount, setTypesCount] = useState(false);
  const [unit, setUnit] = useState<TermUnit>('months');
  const shownUnit = term?.unit ?? unit;
  const isRaw = raw || (isOdd && !typesCount);
  const write = (count: string, of: TermUnit) => setTyped(path, count, formatTerm(count.trim(), of));
  const writeCount = (count: string) => {
    setTypesCount(true);
    write(count, shownUnit);
  };
  const [edit, shown] = isRaw ? [] : [writeCount, term?.count ?? ''];
  const bound = useBoundInput<HTMLInputElement>(path, edit, shown);
  const leave = () => {
    setTypesCount(false);
    bound.onBlur();
  };
  const changeUnit = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const to = currentTarget.value === 'days' ? 'days' : 'months';
    setUnit(to);
    endUndoGroup();
    if (term) write(String(term.count), to);
  };
  return (
    <div class="field term" role="group" aria-label={t('term')}>
      <label for={bound.id}>{t('term')}</label>
      <div class="row">
        <input {...bound} onBlur={leave} inputMode={isRaw ? undefined : 'numeric'} placeholder={isRaw ? 'P1M' : '1'} />
        {!isRaw && (
          <select aria-label={t('unit')} value={shownUnit} onChange={changeUnit}>
            <option value="days">{t('days')}</option>
            <option value="months">{t('months')}</option>
          </select>
        )}
        <label class="raw">
          <input
            type="checkbox"
            checked={isRaw}
            disabled={isOdd && !raw}
            onChange={({ currentTarget }) => setRaw(currentTarget.checked)}
          />{' '}
          {t('as-text')}
        </label>
      </div>
      <Problems paths={[path]} />
    </div>
  );
}
