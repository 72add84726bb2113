// Fields of the product, and groups of fields, with their findings. A value of the wrong type is shown and preserved,
// and the module reports it.

import type { ComponentChildren, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Button, Labelled } from '../controls/elements.js';
import { setValue } from '../edits/text-edits.js';
import { ariaFor, Problems } from '../findings/finding.js';
import { beginTyping, endTyping, idOf, useControl } from '../findings/findings.js';
import { get, parseJson } from '../json/json.js';
import { t } from '../language/language.js';
import { value } from '../state/products.js';

const toText = (current: unknown): string => (typeof current === 'string' ? current : JSON.stringify(current));

/** Sets the field at a path to a typed text, or to its parsed value; removes the field if the text is blank. */
export const setTyped = (path: string, text: string, parsed: unknown = text): void =>
  setValue(path, text.trim() === '' ? undefined : parsed, path);

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Returns the attributes of a control that shows the typed text, not the value, while the user types. */
export function useDraft<Control extends TextControl>(current: unknown, write: (text: string) => void) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  return {
    value: draft ?? (current === undefined ? '' : toText(current)),
    autocomplete: 'off' as const,
    onInput: ({ currentTarget }: TargetedEvent<Control>) => {
      setDraft(currentTarget.value);
      write(currentTarget.value);
    },
    onBlur: () => {
      setDraft(undefined);
      endTyping();
    },
  };
}

/** Returns the attributes of a control for the field at a path. `write` receives the text after each change. */
export function useBoundInput<Control extends TextControl>(
  path: string,
  write = (text: string): void => setTyped(path, text),
  current: unknown = get(value.value, path),
) {
  const edit = (text: string) => {
    beginTyping(path);
    write(text);
  };
  return {
    ...useDraft<Control>(current, edit),
    ...useControl<Control>(path),
    ...ariaFor(path),
    name: path,
    onFocus: () => beginTyping(path),
  };
}

/** Converts a numeric text to a number, ignoring leading zeros; returns other text unchanged. */
const toNumber = (text: string): unknown =>
  /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parseJson(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;

interface FieldProps {
  path: string;
  label: string;
  type?: 'text' | 'number';
  example?: string;
  /** Set if the parent component shows the findings about this field. */
  bare?: boolean;
}

export function Field({ path, label, type = 'text', example, bare = false }: FieldProps) {
  const isNumber = type === 'number';
  const bound = useBoundInput<HTMLInputElement>(path, (text) =>
    setTyped(path, text, isNumber ? toNumber(text.trim()) : text),
  );
  return (
    <Labelled id={bound.id} label={label}>
      <input {...bound} placeholder={example} spellcheck={false} inputMode={isNumber ? 'numeric' : undefined} />
      {!bare && <Problems paths={[path]} />}
    </Labelled>
  );
}

export function LongField({ path, label }: FieldProps) {
  const bound = useBoundInput<HTMLTextAreaElement>(path);
  return (
    <Labelled id={bound.id} label={label}>
      <textarea {...bound} rows={2} spellcheck />
      <Problems paths={[path]} />
    </Labelled>
  );
}

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
