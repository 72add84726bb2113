// Icons of the examples.

import type { ComponentChild } from 'preact';

const node = (x: number, filled = false) => (
  <rect
    x={x}
    y="9"
    width="14"
    height="14"
    rx="3"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    stroke-width="1.5"
  />
);

const arrow = (x: number) => (
  <path d={`M${x} 16h8m-3-3l3 3l-3 3`} fill="none" stroke="currentColor" stroke-width="1.5" />
);

const loop = (x: number) => (
  <path d={`M${x} 9c0-9 12-9 11 1m-3-1l3 2l2-3`} fill="none" stroke="currentColor" stroke-width="1.5" />
);

const svg = (width: number, ...children: ComponentChild[]) => (
  <svg viewBox={`0 0 ${width} 26`} width={width} height="26" aria-hidden="true">
    {children}
  </svg>
);

export const PICTURES = {
  single: () => svg(24, node(2), loop(9)),
  pair: () => svg(50, node(2), arrow(19), node(30), loop(37)),
  chain: () => svg(78, node(2), arrow(19), node(30), arrow(47), node(58), loop(65)),
  trial: () =>
    svg(
      50,
      <rect
        x="2"
        y="9"
        width="14"
        height="14"
        rx="3"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-dasharray="3 2"
      />,
      arrow(19),
      node(30, true),
      loop(37),
    ),
};
