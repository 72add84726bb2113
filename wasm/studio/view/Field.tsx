// Controls of a product's fields. A value of an unexpected type is displayed and preserved: the module reports it.

import type { TargetedEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { setKind, setValue } from '../src/edits.js';
import { beginTyping, endTyping, registerControl } from '../src/findings.js';
import { t } from '../src/language.js';
import type { Term as LicenceTerm, TermUnit } from '../src/model.js';
import { formatTerm } from '../src/module.js';
import { endUndoGroup, value } from '../src/state.js';
import { get, parseJson } from '../src/value.js';
import { ariaFor, idOf, Problems } from './Problems.js';

/** Converts a numeric text to a number, ignoring leading zeros; returns other text unchanged. */
const toNumber = (text: string): unknown =>
  /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parseJson(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;
export const toText = (held: unknown): string => (typeof held === 'string' ? held : JSON.stringify(held));

/** Registers a control as the one that shows the findings of a path. */
export function useControl<Control extends HTMLElement>(path: string) {
  const control = useRef<Control>(null);
  useLayoutEffect(() => (control.current === null ? undefined : registerControl(path, control.current)), [path]);
  return control;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Binds a control to a path. While the user types, the control displays the raw input, not the parsed value.
 */
function useBoundInput<Control extends TextControl>(path: string, read: (text: string) => unknown = (text) => text) {
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

interface FieldProps {
  path: string;
  label: string;
  type?: 'text' | 'number';
  example?: string;
  /** Set if the parent renders the findings. */
  bare?: boolean;
}

/** Single-line input with label and findings. */
export function Field({ path, label, type = 'text', example, bare = false }: FieldProps) {
  const isNumber = type === 'number';
  const bound = useBoundInput<HTMLInputElement>(path, isNumber ? (text) => toNumber(text.trim()) : undefined);
  return (
    <div class="field">
      <label for={bound.id}>{label}</label>
      <input
        {...bound}
        placeholder={example}
        spellcheck={false}
        inputMode={isNumber ? 'numeric' : undefined}
        autocomplete="off"
      />
      {!bare && <Problems paths={[path]} />}
    </div>
  );
}

/** Multi-line input with label and findings. */
export function LongField({ path, label }: { path: string; label: string }) {
  const bound = useBoundInput<HTMLTextAreaElement>(path);
  return (
    <div class="field">
      <label for={bound.id}>{label}</label>
      <textarea {...bound} rows={2} spellcheck autocomplete="off" />
      <Problems paths={[path]} />
    </div>
  );
}

/** Switch of a renewal kind. */
export function Switch({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const control = useControl<HTMLInputElement>(path);
  const held = get(value.value, path);
  const toggle = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setKind(path, currentTarget.checked);
  return (
    <div class="switch">
      <label>
        <input
          ref={control}
          type="checkbox"
          role="switch"
          id={idOf(path)}
          name={path}
          checked={held === true}
          onChange={toggle}
          {...ariaFor(path)}
        />
        <span>
          <b>{label}</b>
          {hint && <small>{hint}</small>}
        </span>
      </label>
      <Problems paths={[path]} />
    </div>
  );
}

/** Licence term: a count and a unit, or the raw value of the field. */
export function Term({ path, term }: { path: string; term: LicenceTerm | null | undefined }) {
  const held = get(value.value, path);
  const isOdd = held !== undefined && !term;
  const [raw, setRaw] = useState(false);
  const bound = useBoundInput<HTMLInputElement>(path);
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [unit, setUnit] = useState<TermUnit>('months');
  const shownUnit = term?.unit ?? unit;
  const write = (count: string, of: TermUnit) =>
    setValue(path, count.trim() === '' ? undefined : formatTerm(count.trim(), of), path);
  const isRaw = raw || (isOdd && draft === undefined);
  const id = idOf(path);
  const count = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    beginTyping(path);
    setDraft(currentTarget.value);
    write(currentTarget.value, shownUnit);
  };
  const leave = () => {
    setDraft(undefined);
    bound.onBlur();
  };
  const changeUnit = (to: TermUnit) => {
    setUnit(to);
    endUndoGroup();
    if (term) write(String(term.count), to);
  };
  return (
    <div class="field term" role="group" aria-label={t('term')}>
      <label for={id}>{t('term')}</label>
      <div class="row">
        <input
          {...bound}
          {...(!isRaw && { inputMode: 'numeric', value: draft ?? term?.count ?? '', onInput: count, onBlur: leave })}
          placeholder={isRaw ? 'P1M' : '1'}
          autocomplete="off"
        />
        {!isRaw && (
          <select
            aria-label={t('unit')}
            value={shownUnit}
            onChange={({ currentTarget }) => changeUnit(currentTarget.value === 'days' ? 'days' : 'months')}
          >
            <option value="days">{t('days')}</option>
            <option value="months">{t('months')}</option>
          </select>
        )}
        <label class="raw">
          <input
            type="checkbox"
            checked={isRaw}
            disabled={isOdd && !raw}
            onChange={({ currentTarget }) => setRaw(currentTarget.checked)}
          />{' '}
          {t('as-text')}
        </label>
      </div>
      <Problems paths={[path]} />
    </div>
  );
}
