// Findings beside the field they concern.

import { useRef } from 'preact/hooks';
import type { Diagnostic } from '../../lib/model.js';
import { applyFix } from '../src/edits.js';
import { at, endTyping } from '../src/findings.js';
import { referenceUrl, t } from '../src/language.js';
import { commit, limits, limitsOf, options } from '../src/state.js';
import { Button } from './Button.js';

/** Configurable limits and their defaults; inserted by build.ts. */
const LIMITS: { readonly [name: string]: number | null } = JSON.parse(__LIMITS__);

export const idOf = (path: string): string =>
  `at${path.replaceAll(/[^\w/-]/g, (character) => `.${character.charCodeAt(0).toString(16)}.`)}`;

function setLimit(name: string, typed: string): void {
  const number = typed.trim() === '' ? undefined : Number(typed);
  const limits = { ...limitsOf(options.value), [name]: Number.isNaN(number) ? typed : number };
  if (number === undefined) delete limits[name];
  commit({ options: { ...options.value, limits } }, `limit ${name}`);
}

/** Input of a limit. */
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

/**
 * Returns the limits to ask for. A limit once needed stays while it has a value: its input must not vanish
 * while the user types in it.
 */
export function useLimits(needs: readonly string[]): string[] {
  const asked = useRef(new Set<string>()).current;
  const missing = needs.filter((name) => name.startsWith('limits.')).map((name) => name.slice(7));
  for (const name of missing) asked.add(name);
  return [...asked].filter((name) => missing.includes(name) || limits.value[name] !== undefined);
}

/** Text whose backticks are rendered as code. */
const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);

interface FindingProps {
  finding: Diagnostic;
  isKeyed?: boolean;
  label?: string | undefined;
}

/** One finding. Set `isKeyed` to put its buttons in the tab order; beside a field they are left out of it. */
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
              applyFix(finding);
            }}
          />
        )}
        <a
          href={referenceUrl(`rules/${finding.code}`)}
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

/** Findings at these paths, with inputs for the limits that they need. */
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

/** Returns the ARIA attributes that link a control to its findings. */
export const ariaFor = (path: string) => {
  const found = at(path);
  const isWrong = found.some(({ severity }) => severity === 'error');
  return {
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': found.length > 0 ? `${idOf(path)}-problems` : undefined,
  };
};
