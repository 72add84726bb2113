// Shows the chain of an initiator, whose renewals can be dragged. The user selects the initiator if there are several.

import type { TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, Labelled } from '../controls/elements.js';
import { addRenewal, moveRenewal } from '../edits/renewal-edits.js';
import { t } from '../language/language.js';
import type { Outline } from '../module/model.js';
import { select } from '../state/history.js';
import { chainProducts, initiatorAt, initiators } from '../state/products.js';
import { Box } from './chain-box.js';

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

type PointerOnList = TargetedPointerEvent<HTMLOListElement>;

/** Returns event handlers for dragging a box. Firefox does not start a native drag on a button. */
function useDrag() {
  const begun = useRef<{ from: number; x: number; y: number } | undefined>(undefined);
  const [over, setOver] = useState<number | undefined>(undefined);
  const under = ({ currentTarget, clientX, clientY }: PointerOnList): number => {
    const box = document.elementFromPoint(clientX, clientY)?.closest('.box');
    return box ? [...currentTarget.children].indexOf(box) : -1;
  };
  const end = (event: PointerOnList) => {
    const { from } = begun.current ?? {};
    begun.current = undefined;
    if (from !== undefined && over !== undefined && event.type === 'pointerup') moveRenewal(from, over);
    setOver(undefined);
  };
  const handlers = {
    onPointerDown(event: PointerOnList) {
      const from = under(event);
      const isOnTool = event.target instanceof Element && event.target.closest('.tool') !== null;
      const isMeant = from > 0 && event.button === 0 && event.pointerType !== 'touch' && !isOnTool;
      begun.current = isMeant ? { from, x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerMove(event: PointerOnList) {
      if (begun.current === undefined) return;
      const { from, x, y } = begun.current;
      if (over === undefined && Math.hypot(event.clientX - x, event.clientY - y) < 8) return;
      // While the list captures the pointer, releasing it does not click the button below.
      event.currentTarget.setPointerCapture(event.pointerId);
      const to = under(event);
      setOver(to > 0 ? to : from);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return [over, handlers] as const;
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
