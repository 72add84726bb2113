// The controls of a product's fields. A value of another type is shown and kept as it is: it is the
// module that judges it.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { put, setKind } from '../src/edits.js';
import { term as termOf } from '../src/module.js';
import { beginTyping, endTyping, place } from '../src/findings.js';
import { t } from '../src/language.js';
import { pause, value } from '../src/state.js';
import { get, parsed } from '../src/value.js';
import { idOf, Problems, described } from './Problems.jsx';

/** The number that a text is, with the zeros before it left out; else the text. */
const asNumber = (text) => (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parsed(text.replace(/^(-?)0+(?=\d)/, '$1')) : text);
export const asText = (held) => (typeof held === 'string' ? held : JSON.stringify(held));

/** Makes a control known as the place of its findings. */
export function usePlace(path) {
  const control = useRef(null);
  useLayoutEffect(() => place(path, control.current), [path]);
  return control;
}

/** A control bound to a path: what is being typed stays as it is typed. */
function useBound(path, read = (text) => text) {
  const [draft, setDraft] = useState(undefined);
  const control = usePlace(path);
  const held = get(value.value, path);
  return {
    ref: control,
    id: idOf(path),
    name: path,
    value: draft ?? (held === undefined ? '' : asText(held)),
    onFocus: () => beginTyping(path),
    onInput: ({ target }) => {
      beginTyping(path);
      setDraft(target.value);
      put(path, target.value.trim() === '' ? undefined : read(target.value), path);
    },
    onBlur: () => {
      setDraft(undefined);
      endTyping();
      pause();
    },
    ...described(path),
  };
}

/** A text or number with its label and its findings. */
export function Field({ path, label, type = 'text', long = false, example, bare = false }) {
  const bound = useBound(path, type === 'number' ? (text) => asNumber(text.trim()) : undefined);
  const Control = long ? 'textarea' : 'input';
  return (
    <div class="field">
      <label for={bound.id}>{label}</label>
      <Control {...bound} rows={long ? 2 : undefined} placeholder={example} spellcheck={long} inputMode={type === 'number' ? 'numeric' : undefined} autocomplete="off" />
      {!bare && <Problems paths={[path]} />}
    </div>
  );
}

/** A kind of renewal as a switch. */
export function Switch({ path, label, hint }) {
  const control = usePlace(path);
  const held = get(value.value, path);
  const toggle = ({ target }) => setKind(path, target.checked);
  return (
    <div class="switch">
      <label>
        <input ref={control} type="checkbox" role="switch" id={idOf(path)} name={path} checked={held === true} onChange={toggle} {...described(path)} />
        <span><b>{label}</b>{hint && <small>{hint}</small>}</span>
      </label>
      <Problems paths={[path]} />
    </div>
  );
}

/** A licence term: a number and its unit, or the text as the service has it. */
export function Term({ path, term }) {
  const held = get(value.value, path);
  const isOdd = held !== undefined && !term;
  const [raw, setRaw] = useState(false);
  const bound = useBound(path);
  const [draft, setDraft] = useState(undefined);
  const [unit, setUnit] = useState('months');
  const shownUnit = term?.unit ?? unit;
  const write = (count, of) => put(path, count.trim() === '' ? undefined : termOf(count.trim(), of), path);
  const isRaw = raw || (isOdd && draft === undefined);
  const id = idOf(path);
  const count = ({ target }) => {
    beginTyping(path);
    setDraft(target.value);
    write(target.value, shownUnit);
  };
  const leave = () => {
    setDraft(undefined);
    bound.onBlur();
  };
  const changeUnit = ({ target }) => {
    setUnit(target.value);
    pause();
    if (term) write(String(term.count), target.value);
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
          <select aria-label={t('unit')} value={shownUnit} onChange={changeUnit}>
            <option value="days">{t('days')}</option>
            <option value="months">{t('months')}</option>
          </select>
        )}
        <label class="raw"><input type="checkbox" checked={isRaw} disabled={isOdd && !raw} onChange={({ target }) => setRaw(target.checked)} /> {t('as-text')}</label>
      </div>
      <Problems paths={[path]} />
    </div>
  );
}
