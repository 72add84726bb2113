// Shows the chain of an initiator, whose renewals can be dragged. The user selects the initiator if there are several.

import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, Labelled } from '../controls/elements.js';
import { addRenewal, moveRenewal, removeRenewal } from '../edits/renewal-edits.js';
import { isAboutProduct } from '../findings/findings.js';
import { t } from '../language/language.js';
import type { Outline } from '../module/model.js';
import { select } from '../state/history.js';
import {
  type ChainProduct,
  chainProducts,
  initiatorAt,
  initiators,
  letter,
  nameOf,
  productAt,
} from '../state/products.js';
import { findings } from '../state/report.js';

function priceAndTerm({ id, price, currency, term }: ChainProduct): string {
  const parts = [price && `${price} ${currency ?? ''}`, term && t(`in-${term.unit}`, { ...term })];
  return parts.filter(Boolean).join(' · ') || t(id === null ? 'no-id' : 'no-price-or-term');
}

function BoxTools({ position, count, name }: { position: number; count: number; name: string }) {
  const move = (label: string, text: string, to: number) => (
    <Button
      look="tool"
      label={label}
      aria-label={t(text, { name })}
      act={() => moveRenewal(position, to)}
      disabled={to < 1 || to >= count}
    />
  );
  return (
    <span class="box-tools">
      {count > 2 && move('←', 'move-left', position - 1)}
      {count > 2 && move('→', 'move-right', position + 1)}
      <Button look="tool" label="×" aria-label={t('remove-renewal', { name })} act={() => removeRenewal(position)} />
    </span>
  );
}

/** Moves the focus to the next box; if Alt is pressed, moves the box. */
function handleArrowKey(event: TargetedKeyboardEvent<HTMLElement>, position: number, count: number): void {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const list = event.currentTarget.closest('ol');
  const to = position + by;
  if (event.altKey && position > 0) moveRenewal(position, to);
  const focused = Math.max(event.altKey ? 1 : 0, Math.min(to, count - 1));
  requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>('.box-main')[focused]?.focus());
}

const hasErrors = (index: number): boolean =>
  findings.value.some((finding) => finding.severity === 'error' && isAboutProduct(finding, index));

interface BoxProps {
  box: ChainProduct;
  position: number;
  count: number;
  isOver: boolean;
}

/** Box of a product. If the text does not contain the product, its id is known from the chain, and a click adds it. */
function Box({ box, position, count, isOver }: BoxProps) {
  const { id, index } = box;
  const isHere = index >= 0;
  const last = position === count - 1;
  const classes = ['box', last && 'last', isOver && 'over', position > 0 && count > 2 && 'movable'];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <button
        type="button"
        class="box-main"
        aria-current={productAt.value === index ? 'true' : undefined}
        aria-keyshortcuts={position > 0 ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onKeyDown={(event) => handleArrowKey(event, position, count)}
        onClick={() => (isHere ? select({ product: index }) : addRenewal(id))}
      >
        <span class="letter" aria-hidden="true">
          {letter(position)}
        </span>
        <span class="box-name">{nameOf(box)}</span>
        <small>{isHere ? priceAndTerm(box) : `${t('not-here')}: ${t('describe')}`}</small>
        {isHere && hasErrors(index) && <span class="dot" role="img" aria-label={t('error')} />}
      </button>
      {position > 0 && <BoxTools position={position} count={count} name={nameOf(box)} />}
      {last && (
        <span class="loop" aria-label={t(count === 1 ? 'itself' : 'repeats')} role="img">
          ⟲
        </span>
      )}
    </li>
  );
}

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
