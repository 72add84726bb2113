// Shows the API calls that create the products of the shown chain, or that update existing products.

import { useState } from 'preact/hooks';
import { Notice } from '../controls/elements.js';
import { t } from '../language/language.js';
import { tools } from '../module/load-tools.js';
import { optionError } from '../state/report.js';
import { CreateCalls } from './create-calls.js';
import type { Syntax } from './request.js';
import { UpdatePane } from './update-calls.js';

type Mode = 'new' | 'update';

interface ChoiceProps<Word extends string> {
  name: string;
  choices: readonly Word[];
  chosen: Word;
  choose(word: Word): void;
}

const Choice = <Word extends string>({ name, choices, chosen, choose }: ChoiceProps<Word>) => (
  <fieldset class="choices">
    <legend class="hidden">{t(`calls-${name}`)}</legend>
    {choices.map((word) => (
      <label key={word}>
        <input type="radio" name={name} checked={chosen === word} onChange={() => choose(word)} /> {t(`calls-${word}`)}
      </label>
    ))}
  </fieldset>
);

export function Calls() {
  const [mode, setMode] = useState<Mode>('new');
  const [how, setHow] = useState<Syntax>('curl');
  const Pane = mode === 'new' ? CreateCalls : UpdatePane;
  return (
    <div class="calls" id="calls">
      <Choice<Mode> name="mode" choices={['new', 'update']} chosen={mode} choose={setMode} />
      <Choice<Syntax> name="how" choices={['curl', 'fetch']} chosen={how} choose={setHow} />
      <Notice text={optionError.value} />
      {!optionError.value && tools.value && <Pane tools={tools.value} how={how} />}
      <p class="hint">{t('calls-token')}</p>
    </div>
  );
}
