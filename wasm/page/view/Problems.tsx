// Findings beside their field.

import { useRef } from 'preact/hooks';
import type { Diagnostic } from '../../js/model.js';
import { fix } from '../src/edits.js';
import { at, endTyping } from '../src/findings.js';
import { pageOf, t } from '../src/language.js';
import { commit, limits, limitsOf, options } from '../src/state.js';
import { Button } from './Button.js';

/** The limits that can be stated, with what holds where they are not. */
const LIMITS: { readonly [name: string]: number | null } = JSON.parse(__LIMITS__);

export const idOf = (path: string): string =>
  `at${path.replaceAll(/[^\w/-]/g, (character) => `.${character.charCodeAt(0).toString(16)}.`)}`;

function setLimit(name: string, typed: string): void {
  const number = typed.trim() === '' ? undefined : Number(typed);
  const limits = { ...limitsOf(options.value), [name]: Number.isNaN(number) ? typed : number };
  if (number === undefined) delete limits[name];
  commit({ options: { ...options.value, limits } }, `limit ${name}`);
}

/** A limit's own small field. */
export function Limit({ name, id }: { name: string; id: string }) {
  const value = limitsOf(options.value)[name] ?? '';
  return (
    <div class="limit">
      <label for={id}>{t(`limit-${name}`)}</label>
      <input
        id={id}
        inputMode="numeric"
        size={5}
        value={String(value)}
        onInput={({ currentTarget }) => setLimit(name, currentTarget.value)}
        placeholder={String(LIMITS[name] ?? '')}
      />
    </div>
  );
}
export const LIMIT_NAMES = Object.keys(LIMITS);

/** The limits among what is needed. One that was needed stays while it says something: it must not go while it is typed in. */
export function useLimits(needs: readonly string[]): string[] {
  const asked = useRef(new Set<string>()).current;
  const missing = needs.filter((name) => name.startsWith('limits.')).map((name) => name.slice(7));
  for (const name of missing) asked.add(name);
  return [...asked].filter((name) => missing.includes(name) || limits.value[name] !== undefined);
}

/** Text in which backticks mark code. */
const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);

interface FindingProps {
  finding: Diagnostic;
  isKeyed?: boolean;
  label?: string | undefined;
}

/** One finding. `isKeyed` where its buttons are in the order of the tab key: beside a field they are not. */
export function Finding({ finding, isKeyed = false, label }: FindingProps) {
  const tabIndex = isKeyed ? undefined : -1;
  return (
    <div class={`problem ${finding.severity}`}>
      <span>
        <strong>{t(finding.severity)}:</strong> {label && <b>{label}: </b>}
        <Prose text={finding.message} />
      </span>{' '}
      <span class="actions">
        {finding.fix && (
          <Button
            label={t('fix')}
            tabIndex={tabIndex}
            title="Ctrl+."
            onMouseDown={(event) => event.preventDefault()}
            act={() => {
              endTyping();
              fix(finding);
            }}
          />
        )}
        <a
          href={pageOf(`rules/${finding.code}`)}
          tabIndex={tabIndex}
          target="_blank"
          rel="noopener"
          aria-label={`${t('why')} ${finding.code}`}
        >
          {t('why')}
        </a>
      </span>
    </div>
  );
}

/** The findings at these paths. */
export function Problems({ paths, labels = {} }: { paths: readonly string[]; labels?: { [path: string]: string } }) {
  const found = paths.flatMap((path) => at(path).map((finding) => ({ finding, path })));
  const needs = useLimits(found.flatMap(({ finding: { params } }) => ('needs' in params ? params.needs : [])));
  return (
    <>
      {paths.map((path) => (
        <div class="problems" id={`${idOf(path)}-problems`} key={path}>
          {at(path).map((finding) => (
            <Finding key={finding.code + finding.messageId} finding={finding} label={labels[path]} />
          ))}
        </div>
      ))}
      {needs.length > 0 && (
        <div class="needs">
          {needs.map((name) => (
            <Limit key={name} name={name} id={`${idOf(paths[0] ?? '')}-${name}`} />
          ))}
        </div>
      )}
    </>
  );
}

/** What a control at a path is given so that its findings describe it. */
export const described = (path: string) => {
  const found = at(path);
  const isWrong = found.some(({ severity }) => severity === 'error');
  return {
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': found.length > 0 ? `${idOf(path)}-problems` : undefined,
  };
};
