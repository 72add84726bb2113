// A product's form: errors beside their fields, warnings, fixes, and nothing sent that is wrong.

import { createRoot } from 'react-dom/client';
import { get, useForm } from 'react-hook-form';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { applyFixes, check, dependsOn, diagnosticsByField, fromForm, productSchema } from 'renewal-rules';

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

const resolve = standardSchemaResolver(productSchema.with(options));
/** The schema judges the product that the form's texts make. */
const resolver = (values, ...rest) => resolve(fromForm(values), ...rest);

function Form() {
  const { register, handleSubmit, formState, watch, reset } = useForm({ resolver, mode: 'onChange' });
  const { errors, touchedFields, dirtyFields } = formState;
  const product = fromForm(watch());
  const report = check(product, options);
  const hints = diagnosticsByField(report, { levels: ['warning', 'info'] });
  const canBeFixed = report.diagnostics.some(({ fix }) => fix !== undefined);
  // A field that nobody has been at yet is not checked for the sake of another.
  const known = (name) => get(touchedFields, name) || get(dirtyFields, name) || get(errors, name);
  const deps = (name) => dependsOn(name, product).slice(1).filter(known);
  const fix = () => reset(applyFixes(product, options).product, { keepTouched: true, keepErrors: false });
  const send = (valid) => document.dispatchEvent(new CustomEvent('product', { detail: valid }));
  return (
    <form onSubmit={handleSubmit(send)} noValidate>
      {fields.map(([name, label, type = 'text']) => (
        <p key={name}>
          <label>
            {label} <input type={type} {...register(name, { deps: deps(name) })} aria-invalid={get(errors, name) !== undefined} />
          </label>
          <strong data-error={name}>{get(errors, name)?.message}</strong>
          {known(name) && <em data-hint={name}>{hints[name]?.map(({ message }) => message).join(' ')}</em>}
        </p>
      ))}
      <button type="button" onClick={fix} disabled={!canBeFixed}>Fix</button> <button>Save</button>
    </form>
  );
}

createRoot(document.getElementById('root')).render(<Form />);
