// The controls of a product's fields. A value of another type is shown and kept as it is: it is the
// module that judges it.

import type { TargetedEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { put, setKind } from '../src/edits.js';
import { beginTyping, endTyping, place } from '../src/findings.js';
import { t } from '../src/language.js';
import type { Term as LicenceTerm, TermUnit } from '../src/model.js';
import { term as termOf } from '../src/module.js';
import { pause, value } from '../src/state.js';
import { get, parsed } from '../src/value.js';
import { described, idOf, Problems } from './Problems.js';

/** The number that a text is, with the zeros before it left out; else the text. */
const asNumber = (text: string): unknown =>
  /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parsed(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;
export const asText = (held: unknown): string => (typeof held === 'string' ? held : JSON.stringify(held));

/** Makes a control known as the place of its findings. */
export function usePlace<Control extends HTMLElement>(path: string) {
  const control = useRef<Control>(null);
  useLayoutEffect(() => (control.current === null ? undefined : place(path, control.current)), [path]);
  return control;
}

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** A control bound to a path: what is being typed stays as it is typed. */
function useBound<Control extends Typed>(path: string, read: (text: string) => unknown = (text) => text) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const control = usePlace<Control>(path);
  const held = get(value.value, path);
  return {
    ref: control,
    id: idOf(path),
    name: path,
    value: draft ?? (held === undefined ? '' : asText(held)),
    onFocus: () => beginTyping(path),
    onInput: ({ currentTarget }: TargetedEvent<Control>) => {
      beginTyping(path);
      setDraft(currentTarget.value);
      put(path, currentTarget.value.trim() === '' ? undefined : read(currentTarget.value), path);
    },
    onBlur: () => {
      setDraft(undefined);
      endTyping();
      pause();
    },
    ...described(path),
  };
}

interface FieldProps {
  path: string;
  label: string;
  type?: 'text' | 'number';
  example?: string;
  /** Whether its findings are shown elsewhere. */
  bare?: boolean;
}

/** A text or number with its label and its findings. */
export function Field({ path, label, type = 'text', example, bare = false }: FieldProps) {
  const isNumber = type === 'number';
  const bound = useBound<HTMLInputElement>(path, isNumber ? (text) => asNumber(text.trim()) : undefined);
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

/** The same for a text of several lines. */
export function LongField({ path, label }: { path: string; label: string }) {
  const bound = useBound<HTMLTextAreaElement>(path);
  return (
    <div class="field">
      <label for={bound.id}>{label}</label>
      <textarea {...bound} rows={2} spellcheck autocomplete="off" />
      <Problems paths={[path]} />
    </div>
  );
}

/** A kind of renewal as a switch. */
export function Switch({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const control = usePlace<HTMLInputElement>(path);
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
          {...described(path)}
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

/** A licence term: a number and its unit, or the text as the service has it. */
export function Term({ path, term }: { path: string; term: LicenceTerm | null | undefined }) {
  const held = get(value.value, path);
  const isOdd = held !== undefined && !term;
  const [raw, setRaw] = useState(false);
  const bound = useBound<HTMLInputElement>(path);
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [unit, setUnit] = useState<TermUnit>('months');
  const shownUnit = term?.unit ?? unit;
  const write = (count: string, of: TermUnit) =>
    put(path, count.trim() === '' ? undefined : termOf(count.trim(), of), path);
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
    pause();
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
