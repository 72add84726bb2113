// Shows the title of the page, its actions, and the choice of the language.

import type { TargetedEvent } from 'preact';
import { Button, Title } from '../controls/elements.js';
import { copy, notify, reportFailure } from '../controls/toast.js';
import { language, setLanguage, siteUrl, t } from '../language/language.js';
import { canRedo, canUndo, redo, state, undo } from '../state/history.js';
import { formatHash } from '../state/url-hash.js';

const LANGUAGES = { en: 'English', ru: 'Русский' };

export function Header() {
  const share = () => {
    const hash = formatHash(state.value, language.value);
    if (hash === undefined) return notify(t('too-long'));
    history.replaceState(undefined, '', hash);
    copy(location.href, t('copied'));
  };
  const change = async ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    await reportFailure(setLanguage(currentTarget.value));
    currentTarget.value = language.value;
  };
  return (
    <header>
      <Title title={t('title')} lead={t('lead')} />
      <div class="bar" role="group" aria-label={t('actions')}>
        <Button id="undo" label={t('undo')} disabled={!canUndo.value} title="Ctrl+Z" act={undo} />
        <Button id="redo" label={t('redo')} disabled={!canRedo.value} title="Ctrl+Y" act={redo} />
        <Button id="share" label={t('share')} act={share} />
        <a href={siteUrl('rules/')}>{t('rules')}</a>
        <a href={siteUrl('interface.html')}>{t('interface')}</a>
        <label class="language">
          <span class="hidden">{t('language')}</span>
          <select id="language" value={language.value} onChange={change}>
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}
