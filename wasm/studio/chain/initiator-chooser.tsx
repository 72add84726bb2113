import { useState } from 'preact/hooks';
import { t } from '../language/language.js';
import type { Outline } from '../module/model.js';
import { select } from '../state/history.js';
import { initiatorAt, initiators } from '../state/products.js';

const MAX_CHOICES = 200;

/** Lets the user select the initiator whose chain is shown. */
export function Chooser() {
  const [search, setSearch] = useState('');
  const all = initiators.value;
  if (all.length < 2) return null;
  const label = (product: Outline) => `${product.id ?? '–'} ${product.name ?? ''}`;
  const found = all
    .filter((product) => label(product).toLowerCase().includes(search.toLowerCase()))
    .slice(0, MAX_CHOICES);
  const isLookedAt = ({ index }: { index: number }) => index === initiatorAt.value;
  const choices = found.some(isLookedAt) ? found : [...all.filter(isLookedAt), ...found];
  return (
    <div class="chooser">
      {all.length > 12 && (
        <div class="field">
          <label for="search">{t('search')}</label>
          <input
            id="search"
            type="search"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </div>
      )}
      <div class="field">
        <label for="initiator">{t('initiators', { count: all.length })}</label>
        <select
          id="initiator"
          value={String(initiatorAt.value)}
          onChange={({ currentTarget }) =>
            select({ initiator: Number(currentTarget.value), product: Number(currentTarget.value) })
          }
        >
          {choices.map((product) => (
            <option key={product.index} value={String(product.index)}>
              {label(product)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
