// Shows the variants of a product with their prices.

import { Button } from '../controls/elements.js';
import { setValue } from '../edits/text-edits.js';
import { useControl } from '../findings/controls.js';
import { Problems } from '../findings/finding.js';
import { get } from '../json/json-value.js';
import { t } from '../language/language.js';
import { value } from '../state/products.js';
import { Field } from './field.js';
import { focus, Rows } from './group.js';

export function Variants({ base }: { base: string }) {
  const path = `${base}/variants`;
  const held = get(value.value, path);
  const rows: unknown[] = Array.isArray(held) ? held : [];
  const add = () => {
    const like = (field: string) => get(rows.at(-1), field) ?? '';
    const common = { currency: like('/price/common/currency'), price: '' };
    const row = { vendor_code: like('/vendor_code'), sku: '', price: { common } };
    if (Array.isArray(held)) setValue(`${path}/${rows.length}`, row);
    else setValue(path, [row]);
    focus(`${path}/${rows.length}/vendor_code`);
  };
  return (
    <Rows
      path={path}
      legend={t('variants')}
      className="variants"
      items={rows}
      row={(_, index) => <Variant key={index} list={path} index={index} />}
      addLabel={t('add-variant')}
      add={add}
    />
  );
}

const VARIANT = [
  ['vendor_code', 'vendor-code', 'V1'],
  ['sku', 'sku', 'S1'],
  ['sku_ar', 'sku-ar', ''],
  ['price/common/currency', 'currency', 'USD'],
  ['price/common/price', 'price', '9.90'],
] as const;

function Variant({ list, index }: { list: string; index: number }) {
  const path = `${list}/${index}`;
  const number = index + 1;
  const fields = VARIANT.map(([name, label, example]) => ({ path: `${path}/${name}`, label: t(label), example }));
  const labels = Object.fromEntries(fields.map((field) => [field.path, field.label]));
  const remove = () => {
    setValue(path, undefined);
    focus(list);
  };
  return (
    <div
      {...useControl<HTMLDivElement>(path)}
      class="variant"
      role="group"
      aria-label={t('variant', { number })}
      tabIndex={-1}
    >
      <div class="cells">
        {fields.map((field) => (
          <Field key={field.path} bare {...field} />
        ))}
        <Button look="tool" label="×" aria-label={t('remove-variant', { number })} act={remove} />
      </div>
      <Problems paths={[path, ...fields.map((field) => field.path)]} labels={labels} />
    </div>
  );
}
