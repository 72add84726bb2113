// Shows a product of the chain, with buttons that move or remove it.

import type { TargetedKeyboardEvent } from 'preact';
import { Button } from '../controls/elements.js';
import { addRenewal, moveRenewal, removeRenewal } from '../edits/renewal-edits.js';
import { isAboutProduct } from '../findings/visible-findings.js';
import { t } from '../language/language.js';
import { select } from '../state/history.js';
import type { ChainProduct } from '../state/products.js';
import { letter, nameOf, productAt } from '../state/products.js';
import { findings } from '../state/report.js';

function priceAndTerm({ price, currency, term }: ChainProduct): string {
  const parts = [price && `${price} ${currency ?? ''}`, term && t(`in-${term.unit}`, { ...term })];
  return parts.filter(Boolean).join(' · ') || t('no-id');
}

function BoxTools({ position, count, name }: { position: number; count: number; name: string }) {
  const moves = [
    { label: '←', by: -1, text: 'move-left', disabled: position === 1 },
    { label: '→', by: 1, text: 'move-right', disabled: position === count - 1 },
  ];
  return (
    <span class="box-tools">
      {count > 2 &&
        moves.map(({ label, by, text, disabled }) => (
          <Button
            key={text}
            look="tool"
            label={label}
            aria-label={t(text, { name })}
            act={() => moveRenewal(position, position + by)}
            disabled={disabled}
          />
        ))}
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
export function Box({ box, position, count, isOver }: BoxProps) {
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
