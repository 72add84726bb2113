// Shows findings with their buttons, in a list or beside the field that they concern, and inputs for missing limits.

import { computed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { Diagnostic } from '../../lib/model.js';
import { Button, Input } from '../controls/elements.js';
import { useDownload } from '../controls/toast.js';
import { applyFix } from '../edits/text-edits.js';
import { siteUrl, t, translations } from '../language/language.js';
import { loadTools } from '../module/load-tools.js';
import * as module from '../module/module.js';
import { buyer, commit, options, settledState, settledText, TODAY } from '../state/history.js';
import { findings, limits, limitsOf, resultOrError } from '../state/report.js';
import { endTyping, findingsAt, idOf } from './findings.js';

/** Configurable limits with their defaults, which build.ts inserts as JSON. */
const LIMITS: { readonly [name: string]: number | null } = JSON.parse(__LIMITS__);

export const LIMIT_NAMES = Object.keys(LIMITS);

function setLimit(name: string, typed: string): void {
  const number = typed.trim() === '' ? undefined : Number(typed);
  const limits = { ...limitsOf(options.value), [name]: Number.isNaN(number) ? typed : number };
  if (number === undefined) delete limits[name];
  commit({ options: { ...options.value, limits } }, `limit ${name}`);
}

export const LimitInput = ({ name, idPrefix }: { name: string; idPrefix: string }) => (
  <Input
    look="limit"
    id={`${idPrefix}-${name}`}
    label={t(`limit-${name}`)}
    inputMode="numeric"
    size={5}
    value={String(limitsOf(options.value)[name] ?? '')}
    edit={(typed) => setLimit(name, typed)}
    placeholder={String(LIMITS[name] ?? '')}
  />
);

/**
 * Inputs for the limits among the missing options. A limit that was missing once is shown as long as it has a value, so
 * that its input does not vanish while the user types in it.
 */
export function LimitInputs({ needs, idPrefix, look }: { needs: readonly string[]; idPrefix: string; look?: 'needs' }) {
  const asked = useRef(new Set<string>()).current;
  const missing = needs.filter((name) => name.startsWith('limits.')).map((name) => name.slice(7));
  for (const name of missing) asked.add(name);
  const shown = [...asked].filter((name) => missing.includes(name) || limits.value[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <div class={look}>
      {shown.map((name) => (
        <LimitInput key={name} name={name} idPrefix={idPrefix} />
      ))}
    </div>
  );
}

const codesWithWitness = computed(() => new Set(module.codesWithWitness()));

/** Describes the buyer who loses; the purchase date is that of the timeline. */
function WitnessText({ finding: { code, path }, nth }: { finding: Diagnostic; nth: number }) {
  const [loaded, status] = useDownload(loadTools);
  if (loaded === undefined) return <p role="status">{status}</p>;
  const { trial, payment } = settledState.value.options;
  const { purchaseDate = TODAY } = buyer.value;
  const options = { purchaseDate, trial, payment, limits: limits.value };
  const about = { code, path, nth, words: translations.value?.words };
  const { result = [], errorMessage } = resultOrError(() => loaded.witnessTexts(settledText.value, options, about));
  return <p>{errorMessage ?? (result.join(' ') || t('no-witness'))}</p>;
}

/**
 * Expandable section about the buyer who loses a renewal, or pays another amount, because of a finding; nothing if the
 * code of the finding cannot have this effect.
 */
function Witness({ finding, tabIndex }: { finding: Diagnostic; tabIndex: number | undefined }) {
  const [isOpen, setOpen] = useState(false);
  // Distinguishes findings with the same code and path; -1 if the finding is not about the text of the page.
  const nth = findings.value
    .filter(({ code, path }) => code === finding.code && path === finding.path)
    .indexOf(finding);
  if (nth < 0 || finding.severity === 'info' || !codesWithWitness.value.has(finding.code)) return null;
  return (
    <details class="witness" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary tabIndex={tabIndex} aria-label={`${t('witness')}: ${finding.code}`}>
        {t('witness')}
      </summary>
      {isOpen && <WitnessText finding={finding} nth={nth} />}
    </details>
  );
}

/** Renders a text; the parts in backticks become `code` elements. */
const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);

interface FindingProps {
  finding: Diagnostic;
  isTabbable?: boolean;
  label?: string | undefined;
}

/** Shows a finding. With `isTabbable`, its buttons can be reached with the Tab key; beside a field, they cannot. */
export function Finding({ finding, isTabbable = false, label }: FindingProps) {
  const tabIndex = isTabbable ? undefined : -1;
  const fix = () => {
    endTyping();
    applyFix(finding);
  };
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
            act={fix}
          />
        )}
        <a
          href={siteUrl(`rules/${finding.code}/`)}
          tabIndex={tabIndex}
          target="_blank"
          rel="noopener"
          aria-label={`${t('why')} ${finding.code}`}
        >
          {t('why')}
        </a>
      </span>
      <Witness finding={finding} tabIndex={tabIndex} />
    </div>
  );
}

/** Shows the findings at these paths, with inputs for the limits that they need. */
export function Problems({ paths, labels = {} }: { paths: readonly string[]; labels?: { [path: string]: string } }) {
  const needs = paths.flatMap(findingsAt).flatMap(({ params }) => ('needs' in params ? params.needs : []));
  return (
    <>
      {paths.map((path) => (
        <div class="problems" id={`${idOf(path)}-problems`} key={path}>
          {findingsAt(path).map((finding) => (
            <Finding key={finding.code + finding.messageId} finding={finding} label={labels[path]} />
          ))}
        </div>
      ))}
      <LimitInputs look="needs" needs={needs} idPrefix={idOf(paths[0] ?? '')} />
    </>
  );
}

/** Returns the ARIA attributes that link a control to the findings at its path. */
export function ariaFor(path: string) {
  const found = findingsAt(path);
  return {
    'aria-invalid': found.some(({ severity }) => severity === 'error') ? ('true' as const) : undefined,
    'aria-describedby': found.length > 0 ? `${idOf(path)}-problems` : undefined,
  };
}
