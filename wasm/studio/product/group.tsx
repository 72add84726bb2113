// Groups of fields for an object or an array, with the findings at its path.

import type { ComponentChildren } from 'preact';
import { Button } from '../controls/elements.js';
import { idOf, useControl } from '../findings/controls.js';
import { ariaFor, Problems } from '../findings/finding.js';
import { t } from '../language/language.js';

/** Maximum number of rows that a list shows, because more would make the page slow. Users edit the rest as JSON. */
const MAX_ROWS = 50;

export const focus = (path: string) => requestAnimationFrame(() => document.getElementById(idOf(path))?.focus());

interface GroupProps {
  path: string;
  legend: ComponentChildren;
  children: ComponentChildren;
  className: string;
}

export const Group = ({ path, legend, children, className }: GroupProps) => (
  <fieldset
    {...useControl<HTMLFieldSetElement>(path)}
    {...ariaFor(path)}
    aria-invalid={undefined}
    class={className}
    tabIndex={-1}
  >
    <legend>{legend}</legend>
    <Problems paths={[path]} />
    {children}
  </fieldset>
);

interface RowsProps<Item> extends Omit<GroupProps, 'children'> {
  items: readonly Item[];
  row(item: Item, index: number): ComponentChildren;
  addLabel: string;
  add(): void;
}

/** Group with a row for each item, and a button that adds a row. */
export const Rows = <Item,>({ items, row, addLabel, add, ...group }: RowsProps<Item>) => (
  <Group {...group}>
    {items.slice(0, MAX_ROWS).map(row)}
    {items.length > MAX_ROWS && <p class="hint">{t('more-rows', { count: MAX_ROWS })}</p>}
    <Button look="add" label={`+ ${addLabel}`} act={add} />
  </Group>
);
