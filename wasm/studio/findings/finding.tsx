// Shows a finding with its buttons.

import type { Diagnostic } from '../../lib/model.js';
import { Button } from '../controls/button.js';
import { applyFix } from '../edits/text-edits.js';
import { siteUrl, t } from '../language/language.js';
import { Loss } from './loss.js';
import { endTyping } from './visible-findings.js';

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
