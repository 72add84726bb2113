// Shows the options of the check: limits and severities.

import type { TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { LIMIT_NAMES, Limit } from '../findings/limit.js';
import { parseJson } from '../json/json-value.js';
import { t } from '../language/language.js';
import { toText } from '../product/bound-input.js';
import { optionError } from '../state/buyer-effect.js';
import { commit, options } from '../state/history.js';
import { limitsOf } from '../state/report.js';

export function Options() {
  const { rules, ...rest } = options.value;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const levels = ({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
    setDraft(value);
    // If the text is not JSON, pass it on as a string, so that the module rejects it with a message.
    commit({ options: value.trim() === '' ? rest : { ...rest, rules: parseJson(value) ?? value } }, 'levels');
  };
  // Once the section is open, do not close it: it would close while the user types, when a field is cleared.
  const isOpen = useRef(false);
  isOpen.current ||= Object.keys(limitsOf(rest)).length > 0 || rules !== undefined;
  return (
    <details class="more" id="assumptions" open={isOpen.current}>
      <summary>{t('assumptions')}</summary>
      <div class="fields">
        {LIMIT_NAMES.map((name) => (
          <Limit key={name} name={name} id={`option-${name}`} />
        ))}
        <div class="field">
          <label for="option-rules">{t('levels')}</label>
          <input
            id="option-rules"
            value={draft ?? toText(rules ?? '')}
            onInput={levels}
            onBlur={() => setDraft(undefined)}
            aria-invalid={typeof rules === 'string' ? 'true' : undefined}
            placeholder={'{"patch-empty": "off"}'}
            autocomplete="off"
            data-own-keys
          />
        </div>
      </div>
      {optionError.value && (
        <p class="notice" id="option-trouble">
          {optionError.value}
        </p>
      )}
    </details>
  );
}
