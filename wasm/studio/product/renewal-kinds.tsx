// Shows the switches of the renewal kinds and of the free trial.

import type { LooseInputHTMLAttributes, TargetedEvent } from 'preact';
import { SETTINGS, setKind, setTrial } from '../edits/renewal-edits.js';
import { useControl } from '../findings/controls.js';
import { ariaFor, Problems } from '../findings/finding.js';
import { get } from '../json/json-value.js';
import { t } from '../language/language.js';
import { value } from '../state/products.js';
import { buyerEffect } from '../state/report.js';
import { Group } from './group.js';

interface SwitchProps extends Omit<LooseInputHTMLAttributes, 'label' | 'role' | 'type'> {
  label: string;
  hint?: string | undefined;
}

const Switch = ({ label, hint, ...input }: SwitchProps) => (
  <label>
    <input type="checkbox" role="switch" {...input} />
    <span>
      <b>{label}</b>
      {hint && <small>{hint}</small>}
    </span>
  </label>
);

function KindSwitch({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const toggle = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setKind(path, currentTarget.checked);
  return (
    <div class="switch">
      <Switch
        {...useControl<HTMLInputElement>(path)}
        {...ariaFor(path)}
        name={path}
        checked={get(value.value, path) === true}
        onChange={toggle}
        label={label}
        hint={hint}
      />
      <Problems paths={[path]} />
    </div>
  );
}

function TrialSwitch() {
  const isTrial = () => buyerEffect.value?.trial === true;
  const toggle = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    setTrial(!isTrial());
    // If the product could not become a free trial, turn the switch back.
    currentTarget.checked = isTrial();
  };
  return (
    <div class="switch trial">
      <Switch id="trial" checked={isTrial()} onChange={toggle} label={t('trial')} hint={t('trial-hint')} />
    </div>
  );
}

export function Kinds({ base }: { base: string }) {
  const settings = base + SETTINGS;
  const chain = `${settings}/product_id_for_renew`;
  const auto = get(value.value, `${settings}/renew_ar`);
  const isAuto = get(auto, '/enable') === true || get(auto, '/required') !== undefined;
  return (
    <Group path={settings} legend={t('how')} className="kinds">
      <Problems paths={[chain]} />
      {/* Receives the focus for findings about the chain, whose boxes are above this form and no control of it. */}
      <span {...useControl<HTMLSpanElement>(chain)} tabIndex={-1} class="hidden">
        {t('products')}
      </span>
      <div class="switches">
        <KindSwitch path={`${settings}/renew_ar/enable`} label={t('ar')} hint={t('ar-hint')} />
        <KindSwitch path={`${settings}/renew_pmr`} label={t('pmr')} hint={t('pmr-hint')} />
        <KindSwitch path={`${settings}/renew_email`} label={t('email')} hint={t('email-hint')} />
        {isAuto && <KindSwitch path={`${settings}/renew_ar/required`} label={t('required')} />}
        <TrialSwitch />
      </div>
    </Group>
  );
}
