// The products of the set-up as boxes in the order of use. The last one repeats: that is made, never
// typed. They are moved by the mouse, or with Alt and the arrow keys.

import { useRef, useState } from 'preact/hooks';
import { addRenewal, moveRenewal, removeRenewal } from '../src/edits.js';
import { isIn } from '../src/findings.js';
import { t } from '../src/language.js';
import { boxes, findings, initiatorAt, letter, look, nameOf, productAt, starts } from '../src/state.js';

const MOST = 200;

/** Which set-up of a catalogue is looked at. */
function Chooser() {
  const [search, setSearch] = useState('');
  const all = starts.value;
  if (all.length < 2) return null;
  const label = (one) => `${one.id ?? '–'} ${one.name ?? ''}`;
  const found = all.filter((one) => label(one).toLowerCase().includes(search.toLowerCase())).slice(0, MOST);
  const choices = found.some(({ index }) => index === initiatorAt.value) ? found : [...all.filter(({ index }) => index === initiatorAt.value), ...found];
  return (
    <div class="chooser">
      {all.length > 12 && (
        <div class="field"><label for="search">{t('search')}</label><input id="search" type="search" value={search} onInput={({ target }) => setSearch(target.value)} /></div>
      )}
      <div class="field">
        <label for="set-up">{t('set-ups', { count: all.length })}</label>
        <select id="set-up" value={String(initiatorAt.value)} onChange={({ target }) => look({ initiator: Number(target.value), product: Number(target.value) })}>
          {choices.map((one) => <option key={one.index} value={String(one.index)}>{label(one)}</option>)}
        </select>
      </div>
    </div>
  );
}

/** Renewals follow the mouse, too. Firefox begins no drag of its own on a button, so the pointer is followed. */
function useDrag() {
  const begun = useRef(undefined);
  const [over, setOver] = useState(undefined);
  const under = ({ currentTarget, clientX, clientY }) => [...currentTarget.children].indexOf(document.elementFromPoint(clientX, clientY)?.closest('.box'));
  const end = (event) => {
    const { from } = begun.current ?? {};
    begun.current = undefined;
    if (over !== undefined && event.type === 'pointerup') moveRenewal(from, over);
    setOver(undefined);
  };
  const handlers = {
    onPointerDown(event) {
      const from = under(event);
      const isMeant = from > 0 && event.button === 0 && event.pointerType !== 'touch' && !event.target.closest('.tool');
      begun.current = isMeant ? { from, x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerMove(event) {
      if (begun.current === undefined || (over === undefined && Math.hypot(event.clientX - begun.current.x, event.clientY - begun.current.y) < 8)) return;
      // Kept by the list, the pointer clicks no button when it is let go.
      event.currentTarget.setPointerCapture(event.pointerId);
      const to = under(event);
      setOver(to > 0 ? to : begun.current.from);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return [over, handlers];
}

function Box({ box, position, count, over }) {
  const isHere = box.index >= 0;
  const last = position === count - 1;
  const name = nameOf(box);
  const errors = isHere && findings.value.some((finding) => finding.severity === 'error' && isIn(finding, box.index));
  const keys = (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const list = event.currentTarget.closest('ol');
    const to = position + by;
    if (event.altKey && position > 0) moveRenewal(position, to);
    requestAnimationFrame(() => list.querySelectorAll('.box-main')[Math.max(event.altKey ? 1 : 0, Math.min(to, count - 1))]?.focus());
  };
  return (
    <li class={`box ${last ? 'last' : ''} ${over === position ? 'over' : ''} ${position > 0 && count > 2 ? 'movable' : ''}`}>
      <button
        type="button"
        class="box-main"
        aria-current={isHere && productAt.value === box.index ? 'true' : undefined}
        aria-keyshortcuts={position > 0 ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onKeyDown={keys}
        onClick={() => (isHere ? look({ product: box.index }) : addRenewal(box.id))}
      >
        <span class="letter" aria-hidden="true">{letter(position)}</span>
        <span class="box-name">{isHere ? name : t('product-id', { id: box.id })}</span>
        <small>{isHere ? [box.price && `${box.price} ${box.currency ?? ''}`, box.term && t(`in-${box.term.unit}`, box.term)].filter(Boolean).join(' · ') || t('no-id') : `${t('not-here')}: ${t('describe')}`}</small>
        {errors && <span class="dot" role="img" aria-label={t('error')} />}
      </button>
      {position > 0 && (
        <span class="box-tools">
          {count > 2 && <button type="button" class="tool" disabled={position === 1} aria-label={t('move-left', { name })} onClick={() => moveRenewal(position, position - 1)}>←</button>}
          {count > 2 && <button type="button" class="tool" disabled={last} aria-label={t('move-right', { name })} onClick={() => moveRenewal(position, position + 1)}>→</button>}
          <button type="button" class="tool" aria-label={t('remove-renewal', { name })} onClick={() => removeRenewal(position)}>×</button>
        </span>
      )}
      {last && <span class="loop" aria-label={count === 1 ? t('itself') : t('repeats')} role="img">⟲</span>}
    </li>
  );
}

export function Chain() {
  const [over, handlers] = useDrag();
  const all = boxes.value;
  const add = () => {
    addRenewal();
    requestAnimationFrame(() => document.querySelector('#product-form input')?.focus());
  };
  return (
    <section class="chain" aria-label={t('set-up')}>
      <Chooser />
      <ol class="boxes" aria-label={t('products')} {...handlers}>
        {all.map((box, position) => <Box key={`${box.id} ${position}`} box={box} position={position} count={all.length} over={over} />)}
      </ol>
      <button type="button" class="add" onClick={add}>+ {t('add-renewal')}</button>
    </section>
  );
}
