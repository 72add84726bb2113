// The chain as boxes in the order of use, reordered by mouse or Alt+arrow keys. The repeated last id of the chain is
// added by the module.

import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { addRenewal, moveRenewal, removeRenewal } from '../src/edits.js';
import { isAboutProduct } from '../src/findings.js';
import { t } from '../src/language.js';
import type { Outline } from '../src/model.js';
import {
  type ChainProduct,
  chainProducts,
  findings,
  initiatorAt,
  initiators,
  letter,
  nameOf,
  productAt,
  select,
} from '../src/state.js';
import { Button } from './Button.js';

const MAX_CHOICES = 200;

/** Selects the initiator whose chain is shown. */
function Chooser() {
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

type PointerOnList = TargetedPointerEvent<HTMLOListElement>;

/**
 * Handlers for dragging a box. They use pointer events because Firefox does not start a native drag on a
 * button.
 */
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
      // With the pointer captured by the list, releasing it does not click the button below.
      event.currentTarget.setPointerCapture(event.pointerId);
      const to = under(event);
      setOver(to > 0 ? to : from);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return [over, handlers] as const;
}

/** Returns the price and licence term of a product as text. */
function priceAndTerm({ price, currency, term }: ChainProduct): string {
  const parts = [price && `${price} ${currency ?? ''}`, term && t(`in-${term.unit}`, { ...term })];
  return parts.filter(Boolean).join(' · ') || t('no-id');
}

/** Buttons that move or remove a renewal. */
function BoxTools({ position, count, name }: { position: number; count: number; name: string }) {
  const move = (by: number) => () => moveRenewal(position, position + by);
  return (
    <span class="box-tools">
      {count > 2 && (
        <Button look="tool" label="←" aria-label={t('move-left', { name })} act={move(-1)} disabled={position === 1} />
      )}
      {count > 2 && (
        <Button
          look="tool"
          label="→"
          aria-label={t('move-right', { name })}
          act={move(1)}
          disabled={position === count - 1}
        />
      )}
      <Button look="tool" label="×" aria-label={t('remove-renewal', { name })} act={() => removeRenewal(position)} />
    </span>
  );
}

/** Moves the focus to the next box; with Alt, moves the box. */
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

const Loop = ({ isAlone }: { isAlone: boolean }) => (
  <span class="loop" aria-label={t(isAlone ? 'itself' : 'repeats')} role="img">
    ⟲
  </span>
);

interface BoxProps {
  box: ChainProduct;
  position: number;
  count: number;
  over: number | undefined;
}

function Box({ box, position, count, over }: BoxProps) {
  const isHere = box.index >= 0;
  const last = position === count - 1;
  const name = nameOf(box);
  const isWrong = findings.value.some((finding) => finding.severity === 'error' && isAboutProduct(finding, box.index));
  const classes = ['box', last && 'last', over === position && 'over', position > 0 && count > 2 && 'movable'];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <button
        type="button"
        class="box-main"
        aria-current={isHere && productAt.value === box.index ? 'true' : undefined}
        aria-keyshortcuts={position > 0 ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onKeyDown={(event) => handleArrowKey(event, position, count)}
        onClick={() => (isHere ? select({ product: box.index }) : addRenewal(box.id))}
      >
        <span class="letter" aria-hidden="true">
          {letter(position)}
        </span>
        <span class="box-name">{isHere ? name : t('product-id', { id: box.id })}</span>
        <small>{isHere ? priceAndTerm(box) : `${t('not-here')}: ${t('describe')}`}</small>
        {isHere && isWrong && <span class="dot" role="img" aria-label={t('error')} />}
      </button>
      {position > 0 && <BoxTools position={position} count={count} name={name} />}
      {last && <Loop isAlone={count === 1} />}
    </li>
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
      <Chooser />
      <ol class="boxes" aria-label={t('products')} {...handlers}>
        {all.map((box, position) => (
          <Box key={`${box.id} ${position}`} box={box} position={position} count={all.length} over={over} />
        ))}
      </ol>
      <Button look="add" label={`+ ${t('add-renewal')}`} act={add} />
    </section>
  );
}
