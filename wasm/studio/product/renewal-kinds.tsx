// Shows the switches of the renewal kinds and of the free trial.

import type { TargetedEvent } from 'preact';
import { SETTINGS } from '../edits/text-edits.js';
import { setTrial } from '../edits/trial-edits.js';
import { idOf, useControl } from '../findings/controls.js';
import { Problems } from '../findings/problems.js';
import { get } from '../json/json-value.js';
import { t } from '../language/language.js';
import { buyerEffect } from '../state/buyer-effect.js';
import { value } from '../state/products.js';
import { Group } from './group.js';
import { Switch } from './switch.js';

export function Kinds({ base }: { base: string }) {
  const settings = base + SETTINGS;
  const isTrial = () => buyerEffect.value?.trial === true;
  const toggle = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    setTrial(!isTrial());
    // If the product could not become a free trial, turn the switch back.
    currentTarget.checked = isTrial();
  };
  const auto = get(value.value, `${settings}/renew_ar`);
  const isAuto = get(auto, '/enable') === true || get(auto, '/required') !== undefined;
  return (
    <Group path={settings} legend={t('how')} className="kinds">
      <Problems paths={[`${settings}/product_id_for_renew`]} />
      <ChainFocusTarget path={`${settings}/product_id_for_renew`} />
      <div class="switches">
        <Switch path={`${settings}/renew_ar/enable`} label={t('ar')} hint={t('ar-hint')} />
        <Switch path={`${settings}/renew_pmr`} label={t('pmr')} hint={t('pmr-hint')} />
        <Switch path={`${settings}/renew_email`} label={t('email')} hint={t('email-hint')} />
        {isAuto && <Switch path={`${settings}/renew_ar/required`} label={t('required')} />}
        <div class="switch trial">
          <label>
            <input type="checkbox" role="switch" id="trial" checked={isTrial()} onChange={toggle} />
            <span>
              <b>{t('trial')}</b>
              <small>{t('trial-hint')}</small>
            </span>
          </label>
        </div>
      </div>
    </Group>
  );
}

/** Receives the focus for findings about the chain, which has no control in this form: its boxes are above the form. */
function ChainFocusTarget({ path }: { path: string }) {
  const element = useControl<HTMLSpanElement>(path);
  return (
    <span ref={element} id={idOf(path)} tabIndex={-1} class="hidden">
      {t('products')}
    </span>
  );
}
