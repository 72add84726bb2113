// Shows the options of the check: limits and severities.

import { useRef } from 'preact/hooks';
import { Labelled, Notice } from '../controls/elements.js';
import { LIMIT_NAMES, LimitInput } from '../findings/finding.js';
import { parseJson } from '../json/json.js';
import { t } from '../language/language.js';
import { useDraft } from '../product/field.js';
import { commit, options } from '../state/history.js';
import { limitsOf, optionError } from '../state/report.js';

export function Options() {
  const { rules, ...rest } = options.value;
  const draft = useDraft<HTMLInputElement>(rules, (typed) => {
    // If the text is not JSON, pass it on as a string, so that the module rejects it with a message.
    commit({ options: typed.trim() === '' ? rest : { ...rest, rules: parseJson(typed) ?? typed } }, 'levels');
  });
  // Once the section is open, do not close it: it would close while the user types, when a field is cleared.
  const isOpen = useRef(false);
  isOpen.current ||= Object.keys(limitsOf(rest)).length > 0 || rules !== undefined;
  return (
    <details class="more" id="check-options" open={isOpen.current}>
      <summary>{t('check-options')}</summary>
      <div class="fields">
        {LIMIT_NAMES.map((name) => (
          <LimitInput key={name} name={name} idPrefix="option" />
        ))}
        <Labelled id="option-rules" label={t('levels')}>
          <input
            id="option-rules"
            {...draft}
            aria-invalid={typeof rules === 'string' ? 'true' : undefined}
            placeholder={'{"patch-empty": "off"}'}
            data-own-keys
          />
        </Labelled>
      </div>
      <Notice id="option-error" text={optionError.value} />
    </details>
  );
}
