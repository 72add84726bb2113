// Types of a product, for which typia generates a validator when typia.js compiles this file.

import typia, { type tags } from 'typia';

type Id = number & tags.Type<'uint64'> & tags.Minimum<1> & tags.Maximum<9007199254740991>;
type Term = string & tags.Pattern<'^P\\d+[DM]$'>;
type Amount = string & tags.Pattern<'^\\d+(\\.\\d+)?$'>;

interface Comments {
  comment_for_product_for_AR?: string;
  comment_for_product_for_MR?: string;
}

interface Variant {
  vendor_code: string;
  sku: string;
  sku_ar?: string;
  price: { common: { currency: string; price: Amount } };
}

interface Product {
  id?: Id;
  family_name?: string;
  name?: string;
  license_type?: string;
  licence_term?: Term;
  renew_settings?: {
    product_id_for_renew?: Id[];
    renew_ar?: { enable?: boolean; required?: boolean };
    renew_pmr?: boolean;
    renew_email?: boolean;
  };
  localization_values?: Record<string, Comments>;
  variants?: Variant[];
}

export const validate = typia.createValidate<Product>();
