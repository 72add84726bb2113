import type { TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { moveRenewal } from '../edits/renewal-edits.js';

type PointerOnList = TargetedPointerEvent<HTMLOListElement>;

/** Returns event handlers for dragging a box. Firefox does not start a native drag on a button. */
export function useDrag() {
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
