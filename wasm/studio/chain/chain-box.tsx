// Shows a product of the chain, with buttons that move or remove it.

import type { TargetedKeyboardEvent } from 'preact';
import { Button } from '../controls/button.js';
import { addRenewal, moveRenewal, removeRenewal } from '../edits/chain-edits.js';
import { isAboutProduct } from '../findings/visible-findings.js';
import { t } from '../language/language.js';
import { select } from '../state/history.js';
import type { ChainProduct } from '../state/products.js';
import { letter, nameOf, productAt } from '../state/products.js';
import { findings } from '../state/report.js';

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

/** Contents of the box of a product that the text contains. */
function Described({ box }: { box: ChainProduct }) {
  const isWrong = findings.value.some((finding) => finding.severity === 'error' && isAboutProduct(finding, box.index));
  return (
    <>
      <span class="box-name">{nameOf(box)}</span>
      <small>{priceAndTerm(box)}</small>
      {isWrong && <span class="dot" role="img" aria-label={t('error')} />}
    </>
  );
}

/**
 * Contents of the box of a product of which only the id is known, from the chain: the text does not contain the
 * product.
 */
const Missing = ({ id }: { id: number | null }) => (
  <>
    <span class="box-name">{t('product-id', { id })}</span>
    <small>
      {t('not-here')}: {t('describe')}
    </small>
  </>
);

export function Box({ box, position, count, over }: BoxProps) {
  const isHere = box.index >= 0;
  const last = position === count - 1;
  const name = nameOf(box);
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
        {isHere ? <Described box={box} /> : <Missing id={box.id} />}
      </button>
      {position > 0 && <BoxTools position={position} count={count} name={name} />}
      {last && <Loop isAlone={count === 1} />}
    </li>
  );
}
