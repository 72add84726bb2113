// Shows findings: each with its buttons, in a list or beside the field that it concerns.

import type { Diagnostic } from '../../lib/model.js';
import { Button } from '../controls/elements.js';
import { applyFix } from '../edits/text-edits.js';
import { siteUrl, t } from '../language/language.js';
import { idOf } from './controls.js';
import { Limits } from './limit.js';
import { Loss } from './loss.js';
import { at, endTyping } from './visible-findings.js';

/** Renders a text; the parts in backticks become `code` elements. */
const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);

interface FindingProps {
  finding: Diagnostic;
  isKeyed?: boolean;
  label?: string | undefined;
}

/** Shows a finding. With `isKeyed`, its buttons can be reached with the Tab key; beside a field, they cannot. */
export function Finding({ finding, isKeyed = false, label }: FindingProps) {
  const tabIndex = isKeyed ? undefined : -1;
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
      <Loss finding={finding} tabIndex={tabIndex} />
    </div>
  );
}

/** Shows the findings at these paths, with inputs for the limits that they need. */
export function Problems({ paths, labels = {} }: { paths: readonly string[]; labels?: { [path: string]: string } }) {
  const needs = paths.flatMap(at).flatMap(({ params }) => ('needs' in params ? params.needs : []));
  return (
    <>
      {paths.map((path) => (
        <div class="problems" id={`${idOf(path)}-problems`} key={path}>
          {at(path).map((finding) => (
            <Finding key={finding.code + finding.messageId} finding={finding} label={labels[path]} />
          ))}
        </div>
      ))}
      <Limits look="needs" needs={needs} place={idOf(paths[0] ?? '')} />
    </>
  );
}

/** Returns the ARIA attributes that link a control to the findings at its path. */
export function ariaFor(path: string) {
  const found = at(path);
  return {
    'aria-invalid': found.some(({ severity }) => severity === 'error') ? ('true' as const) : undefined,
    'aria-describedby': found.length > 0 ? `${idOf(path)}-problems` : undefined,
  };
}
