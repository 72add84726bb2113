// Shows the API calls that create the products of the shown chain, or that update existing products.

import { useState } from 'preact/hooks';
import { t } from '../language/language.js';
import { tools as loaded } from '../module/load-tools.js';
import { optionError } from '../state/buyer-effect.js';
import { CreateCalls } from './create-calls.js';
import type { Syntax } from './request.js';
import { UpdatePane } from './update-calls.js';

type Mode = 'new' | 'update';

function Choice<Word extends string>({
  name,
  choices,
  chosen,
  choose,
}: {
  name: string;
  choices: readonly Word[];
  chosen: Word;
  choose(word: Word): void;
}) {
  return (
    <fieldset class="choices">
      <legend class="hidden">{t(`calls-${name}`)}</legend>
      {choices.map((word) => (
        <label key={word}>
          <input type="radio" name={name} checked={chosen === word} onChange={() => choose(word)} />{' '}
          {t(`calls-${word}`)}
        </label>
      ))}
    </fieldset>
  );
}

export function Calls() {
  const tools = loaded.value;
  const [mode, setMode] = useState<Mode>('new');
  const [how, setHow] = useState<Syntax>('curl');
  const Pane = mode === 'new' ? CreateCalls : UpdatePane;
  return (
    <div class="calls" id="calls">
      <Choice<Mode> name="mode" choices={['new', 'update']} chosen={mode} choose={setMode} />
      <Choice<Syntax> name="how" choices={['curl', 'fetch']} chosen={how} choose={setHow} />
      {optionError.value && <p class="notice">{optionError.value}</p>}
      {!optionError.value && tools && <Pane tools={tools} how={how} />}
      <p class="hint">{t('calls-token')}</p>
    </div>
  );
}
