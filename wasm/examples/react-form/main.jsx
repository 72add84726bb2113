// A product form: errors and warnings beside their fields, fixes, and no submission of invalid products.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { createRoot } from 'react-dom/client';
import { get, useForm } from 'react-hook-form';
import { check, dependentFields, diagnosticsByField, fix, formSchema, productFromForm } from 'renewal-rules';

const options = { operation: 'create', role: 'initiator' };

const fields = [
  ['family_name', 'Family'],
  ['name', 'Name'],
  ['licence_term', 'Licence term'],
  ['renew_settings.product_id_for_renew', 'Renewed by'],
  ['renew_settings.renew_ar.enable', 'Auto renewal', 'checkbox'],
  ['renew_settings.renew_email', 'Email renewal', 'checkbox'],
  ['variants.0.vendor_code', 'Vendor code'],
  ['variants.0.sku', 'Article'],
  ['variants.0.price.common.currency', 'Currency'],
  ['variants.0.price.common.price', 'Price'],
];
const names = fields.map(([name]) => name);

const resolver = standardSchemaResolver(
  formSchema.with({ ...options, fields: names, labels: Object.fromEntries(fields) }),
);

const messages = (diagnostics) => diagnostics?.map(({ message }) => message).join(' ');

function Form() {
  const { register, handleSubmit, formState, watch, setValue, trigger } = useForm({ resolver, mode: 'onChange' });
  const { dirtyFields, errors, isSubmitted, touchedFields } = formState;
  const product = productFromForm(watch());
  const report = check(product, options);
  const hints = diagnosticsByField(report, { severities: ['warning', 'info'] });
  const canBeFixed = report.diagnostics.some(({ fix }) => fix !== undefined);
  // Do not show errors of a dependent field before the user has touched it.
  const isTouched = (name) =>
    names.includes(name) && (isSubmitted || [dirtyFields, errors, touchedFields].some((some) => get(some, name)));
  const deps = (name) => dependentFields(name, product).filter(isTouched);
  const fixAll = () => {
    const { product: fixed } = fix(product, options);
    for (const name of names)
      if (get(fixed, name) !== undefined) setValue(name, get(fixed, name), { shouldDirty: true });
    trigger(names.filter(isTouched));
  };
  const send = (valid) => document.dispatchEvent(new CustomEvent('product', { detail: valid }));
  const withoutField = Object.keys(hints).filter((name) => !names.includes(name));
  return (
    <form onSubmit={handleSubmit(send)} noValidate>
      <h1>A product</h1>
      {fields.map(([name, label, type = 'text']) => (
        <p key={name} className={type}>
          <label>
            <span>{label}</span>{' '}
            <input
              type={type}
              {...register(name, { deps: deps(name) })}
              aria-invalid={get(errors, name) !== undefined}
            />
          </label>
          <strong data-error={name}>{get(errors, name)?.message}</strong>
          {isTouched(name) && <em data-hint={name}>{messages(hints[name])}</em>}
        </p>
      ))}
      {isSubmitted &&
        withoutField.map((name) => (
          <p key={name} data-withoutField={name}>
            {messages(hints[name])}
          </p>
        ))}
      <footer>
        <button type="submit">Save</button>{' '}
        <button type="button" onClick={fixAll} disabled={!canBeFixed}>
          Apply safe fixes
        </button>
      </footer>
    </form>
  );
}

createRoot(document.getElementById('root')).render(<Form />);
