// Binds controls to fields of the product. A value of the wrong type is shown and preserved, and the module reports it.

import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { setValue } from '../edits/text-edits.js';
import { idOf, useControl } from '../findings/controls.js';
import { ariaFor } from '../findings/problems.js';
import { beginTyping, endTyping } from '../findings/visible-findings.js';
import { get } from '../json/json-value.js';
import { endUndoGroup } from '../state/history.js';
import { value } from '../state/products.js';

export const toText = (held: unknown): string => (typeof held === 'string' ? held : JSON.stringify(held));

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Binds a control to the field at a path. While the user types, the control shows the typed text, not the parsed value.
 */
export function useBoundInput<Control extends TextControl>(
  path: string,
  read: (text: string) => unknown = (text) => text,
) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const control = useControl<Control>(path);
  const held = get(value.value, path);
  return {
    ref: control,
    id: idOf(path),
    name: path,
    value: draft ?? (held === undefined ? '' : toText(held)),
    onFocus: () => beginTyping(path),
    onInput: ({ currentTarget }: TargetedEvent<Control>) => {
      beginTyping(path);
      setDraft(currentTarget.value);
      setValue(path, currentTarget.value.trim() === '' ? undefined : read(currentTarget.value), path);
    },
    onBlur: () => {
      setDraft(undefined);
      endTyping();
      endUndoGroup();
    },
    ...ariaFor(path),
  };
}
