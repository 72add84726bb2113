// Shows the form of the selected product.

import { Notice } from '../controls/elements.js';
import { useControl } from '../findings/controls.js';
import { Problems } from '../findings/finding.js';
import { t } from '../language/language.js';
import { initiatorAt, productAt, productPointer, products } from '../state/products.js';
import { Comments } from './cart-comments.js';
import { Field } from './field.js';
import { Term } from './licence-term.js';
import { Kinds } from './renewal-kinds.js';
import { Variants } from './variants.js';

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
