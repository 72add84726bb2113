// A product with errors, and the same product without them.

export const broken = {
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [102, 103], renew_ar: { enable: true } },
  variants: [{ vendor_code: 'V1', price: { common: { currency: 'USD', price: '9.99' } } }],
};
export const sound = {
  ...broken,
  renew_settings: { product_id_for_renew: [102, 103, 103], renew_ar: { enable: true } },
  variants: [{ ...broken.variants[0], sku: 'S1' }],
};
