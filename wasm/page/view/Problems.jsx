// Findings beside their field.

import { useRef } from 'preact/hooks';
import { fix } from '../src/edits.js';
import { at, endTyping } from '../src/findings.js';
import { pageOf, t } from '../src/language.js';
import { commit, limits, options } from '../src/state.js';

/** The limits that can be stated, with what holds where they are not. */
const LIMITS = JSON.parse(__LIMITS__);

export const idOf = (path) => `at${path.replaceAll(/[^\w/-]/g, (one) => `.${one.charCodeAt(0).toString(16)}.`)}`;

function setLimit(name, typed) {
  const number = typed.trim() === '' ? undefined : Number(typed);
  const limits = { ...options.value.limits, [name]: Number.isNaN(number) ? typed : number };
  if (number === undefined) delete limits[name];
  commit({ options: { ...options.value, limits } }, `limit ${name}`);
}

/** A limit's own small field. */
export function Limit({ name, id }) {
  const value = options.value.limits?.[name];
  return (
    <div class="limit">
      <label for={id}>{t(`limit-${name}`)}</label>
      <input id={id} inputMode="numeric" size="5" value={value ?? ''} onInput={({ target }) => setLimit(name, target.value)} placeholder={LIMITS[name] ?? ''} />
    </div>
  );
}
export const LIMIT_NAMES = Object.keys(LIMITS);

/** The limits among what is needed. One that was needed stays while it says something: it must not go while it is typed in. */
export function useLimits(needs) {
  const asked = useRef(new Set()).current;
  const missing = needs.filter((name) => name.startsWith('limits.')).map((name) => name.slice(7));
  missing.forEach((name) => asked.add(name));
  return [...asked].filter((name) => missing.includes(name) || limits.value[name] !== undefined);
}

/** Text in which backticks mark code. */
const Prose = ({ text }) => text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

/** One finding. `isKeyed` where its buttons are in the order of the tab key: beside a field they are not. */
export function Finding({ finding, isKeyed = false, label }) {
  const tabIndex = isKeyed ? undefined : -1;
  return (
    <div class={`problem ${finding.severity}`}>
      <span>
        <strong>{t(finding.severity)}:</strong> {label && <b>{label}: </b>}<Prose text={finding.message} />
      </span>{' '}
      <span class="actions">
        {finding.fix && (
          <button type="button" class="small" tabIndex={tabIndex} title="Ctrl+." onMouseDown={(event) => event.preventDefault()} onClick={() => { endTyping(); fix(finding); }}>
            {t('fix')}
          </button>
        )}
        <a href={pageOf(`rules/${finding.code}`)} tabIndex={tabIndex} target="_blank" rel="noopener" aria-label={`${t('why')} ${finding.code}`}>{t('why')}</a>
      </span>
    </div>
  );
}

/** The findings at these paths. */
export function Problems({ paths, labels = {} }) {
  const found = paths.flatMap((path) => at(path).map((finding) => ({ finding, path })));
  const needs = useLimits(found.flatMap(({ finding }) => finding.params?.needs ?? []));
  return (
    <>
      {paths.map((path) => (
        <div class="problems" id={`${idOf(path)}-problems`} key={path}>
          {at(path).map((finding) => <Finding key={finding.code + finding.messageId} finding={finding} label={labels[path]} />)}
        </div>
      ))}
      {needs.length > 0 && <div class="needs">{needs.map((name) => <Limit key={name} name={name} id={`${idOf(paths[0])}-${name}`} />)}</div>}
    </>
  );
}

/** What a control at a path is given so that its findings describe it. */
export const described = (path) => {
  const found = at(path);
  return {
    'aria-invalid': found.some(({ severity }) => severity === 'error') ? 'true' : undefined,
    'aria-describedby': found.length > 0 ? `${idOf(path)}-problems` : undefined,
  };
};
