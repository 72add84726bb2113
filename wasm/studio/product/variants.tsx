import { Button } from '../controls/button.js';
import { setValue } from '../edits/text-edits.js';
import { idOf, useControl } from '../findings/controls.js';
import { Problems } from '../findings/problems.js';
import { get } from '../json/json-value.js';
import { t } from '../language/language.js';
import { applyPatch } from '../module/module.js';
import { commit, endUndoGroup, text } from '../state/history.js';
import { value } from '../state/products.js';
import { Field } from './field.js';
import { focus, Group, MAX_ROWS } from './group.js';

export function Variants({ base }: { base: string }) {
  const path = `${base}/variants`;
  const held = get(value.value, path);
  const rows = Array.isArray(held) ? held : [];
  const add = () => {
    endUndoGroup();
    const like = (field: string) => get(rows.at(-1), field) ?? '';
    const common = { currency: like('/price/common/currency'), price: '' };
    const row = { vendor_code: like('/vendor_code'), sku: '', price: { common } };
    if (Array.isArray(held)) commit({ text: applyPatch(text.value, [{ op: 'add', path: `${path}/-`, value: row }]) });
    else setValue(path, [row]);
    focus(`${path}/${rows.length}/vendor_code`);
  };
  const remove = (index: number) => {
    endUndoGroup();
    if (rows.length === 1) setValue(path, undefined);
    else commit({ text: applyPatch(text.value, [{ op: 'remove', path: `${path}/${index}` }]) });
    focus(path);
  };
  return (
    <Group path={path} legend={t('variants')} className="variants">
      {rows.slice(0, MAX_ROWS).map((_, index) => (
        <Variant key={index} path={`${path}/${index}`} number={index + 1} remove={() => remove(index)} />
      ))}
      {rows.length > MAX_ROWS && <p class="hint">{t('more-rows', { count: MAX_ROWS })}</p>}
      <Button look="add" label={`+ ${t('add-variant')}`} act={add} />
    </Group>
  );
}

const VARIANT = [
  ['vendor_code', 'vendor-code', 'V1'],
  ['sku', 'sku', 'S1'],
  ['sku_ar', 'sku-ar', ''],
  ['price/common/currency', 'currency', 'USD'],
  ['price/common/price', 'price', '9.90'],
] as const;

function Variant({ path, number, remove }: { path: string; number: number; remove(): void }) {
  const element = useControl<HTMLDivElement>(path);
  const fields = VARIANT.map(([name, label, example]) => ({ path: `${path}/${name}`, label: t(label), example }));
  const labels = Object.fromEntries(fields.map((field) => [field.path, field.label]));
  return (
    <div ref={element} id={idOf(path)} class="variant" role="group" aria-label={t('variant', { number })} tabIndex={-1}>
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
