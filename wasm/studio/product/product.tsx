// Shows the form of the selected product: its licence term, its renewal kinds and its other fields.

import type { LooseInputHTMLAttributes, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Notice } from '../controls/elements.js';
import { SETTINGS, setKind, setTrial } from '../edits/renewal-edits.js';
import { ariaFor, Problems } from '../findings/finding.js';
import { useControl } from '../findings/findings.js';
import { get } from '../json/json.js';
import { t } from '../language/language.js';
import type { Term as LicenceTerm, TermUnit } from '../module/model.js';
import { formatTerm } from '../module/module.js';
import { endUndoGroup } from '../state/history.js';
import { initiatorAt, productAt, productPointer, products, value } from '../state/products.js';
import { buyerSummary } from '../state/report.js';
import { Field, Group, setTyped, useBoundInput } from './field.js';
import { Comments, Variants } from './lists.js';

/** Shows a licence term: a count and a unit, or the raw value if it is not a valid term. */
function Term({ path, term }: { path: string; term: LicenceTerm | null | undefined }) {
  const isInvalid = get(value.value, path) !== undefined && !term;
  /** While the user types: whether the text is the raw value. An invalid value may become a term, and vice versa. */
  const [typesRaw, setTypesRaw] = useState<boolean | undefined>(undefined);
  const [unit, setUnit] = useState<TermUnit>('months');
  const shownUnit = term?.unit ?? unit;
  const isRaw = typesRaw ?? isInvalid;
  const write = (count: string, of: TermUnit) => setTyped(path, count, formatTerm(count.trim(), of));
  const edit = (text: string) => {
    setTypesRaw(isRaw);
    if (isRaw) setTyped(path, text);
    else write(text, shownUnit);
  };
  const bound = useBoundInput<HTMLInputElement>(path, edit, isRaw ? undefined : (term?.count ?? ''));
  const leave = () => {
    setTypesRaw(undefined);
    bound.onBlur();
  };
  const changeUnit = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const to = currentTarget.value === 'days' ? 'days' : 'months';
    setUnit(to);
    endUndoGroup();
    if (term) write(String(term.count), to);
  };
  return (
    <div class="field term" role="group" aria-label={t('term')}>
      <label for={bound.id}>{t('term')}</label>
      <div class="row">
        <input {...bound} onBlur={leave} inputMode={isRaw ? undefined : 'numeric'} placeholder={isRaw ? 'P1M' : '1'} />
        {!isRaw && (
          <select aria-label={t('unit')} value={shownUnit} onChange={changeUnit}>
            <option value="days">{t('days')}</option>
            <option value="months">{t('months')}</option>
          </select>
        )}
      </div>
      <Problems paths={[path]} />
    </div>
  );
}

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

const KindSwitch = ({ path, label, hint }: { path: string; label: string; hint?: string }) => (
  <div class="switch">
    <Switch
      {...useControl<HTMLInputElement>(path)}
      {...ariaFor(path)}
      name={path}
      checked={get(value.value, path) === true}
      onChange={({ currentTarget }) => setKind(path, currentTarget.checked)}
      label={label}
      hint={hint}
    />
    <Problems paths={[path]} />
  </div>
);

function TrialSwitch() {
  const isTrial = () => buyerSummary.value?.trial === true;
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

function Kinds({ base }: { base: string }) {
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

export function Product() {
  const base = productPointer(productAt.value);
  const product = products.value[productAt.value];
  const isReadable = products.value.length > 0;
  const isInitiator = productAt.value === initiatorAt.value;
  return (
    <form
      id="product-form"
      class="product"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      aria-label={product?.name || t('product')}
    >
      <Notice id="form-off" text={isReadable ? '' : t('form-off')} />
      <fieldset class="bare" disabled={!isReadable} key={base}>
        {isInitiator && <Kinds base={base} />}
        <div class="fields">
          <Field path={`${base}/name`} label={t('name')} example="Example Pro" />
          <Term path={`${base}/licence_term`} term={product?.term} />
        </div>
        <div {...useControl<HTMLDivElement>(base)} tabIndex={-1} class="whole">
          <Problems paths={base === '' ? [''] : ['', base]} />
        </div>
        <Variants base={base} />
        <div class="fields three">
          <Field path={`${base}/id`} label={t('id')} type="number" example="101" />
          <Field path={`${base}/family_name`} label={t('family')} />
          <Field path={`${base}/license_type`} label={t('license-type')} />
        </div>
        <Comments base={base} />
      </fieldset>
    </form>
  );
}
