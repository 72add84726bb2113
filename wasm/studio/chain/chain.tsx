// Shows the chain of an initiator, which the user selects if there are several.

import { useState } from 'preact/hooks';
import { Button, Labelled } from '../controls/elements.js';
import { addRenewal } from '../edits/renewal-edits.js';
import { t } from '../language/language.js';
import type { Outline } from '../module/model.js';
import { select } from '../state/history.js';
import { chainProducts, initiatorAt, initiators } from '../state/products.js';
import { Box } from './chain-box.js';
import { useDrag } from './use-drag.js';

const MAX_CHOICES = 200;

const labelOf = ({ id, name }: Outline): string => `${id ?? '–'} ${name ?? ''}`;

function InitiatorChooser() {
  const [search, setSearch] = useState('');
  const all = initiators.value;
  if (all.length < 2) return null;
  const found = all.filter((product) => labelOf(product).toLowerCase().includes(search.toLowerCase()));
  const choices = found.slice(0, MAX_CHOICES);
  const shown = all.find(({ index }) => index === initiatorAt.value);
  if (shown && !choices.includes(shown)) choices.unshift(shown);
  const choose = (index: number) => select({ initiator: index, product: index });
  return (
    <div class="chooser">
      {all.length > 12 && (
        <Labelled id="search" label={t('search')}>
          <input
            id="search"
            type="search"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </Labelled>
      )}
      <Labelled id="initiator" label={t('initiators', { count: all.length })}>
        <select
          id="initiator"
          value={String(initiatorAt.value)}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {choices.map((product) => (
            <option key={product.index} value={String(product.index)}>
              {labelOf(product)}
            </option>
          ))}
        </select>
      </Labelled>
    </div>
  );
}

export function Chain() {
  const [over, handlers] = useDrag();
  const all = chainProducts.value;
  const add = () => {
    addRenewal();
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#product-form input')?.focus());
  };
  return (
    <section class="chain" aria-label={t('chain')}>
      <InitiatorChooser />
      <ol class="boxes" aria-label={t('products')} {...handlers}>
        {all.map((box, position) => (
          <Box
            key={`${box.id} ${position}`}
            box={box}
            position={position}
            count={all.length}
            isOver={over === position}
          />
        ))}
      </ol>
      <Button look="add" label={`+ ${t('add-renewal')}`} act={add} />
    </section>
  );
}
