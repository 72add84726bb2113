// How fast a check is, as ratios to `JSON.parse` of the same text, all in one process in turn.
// The other libraries check the shape of a product and the repetition at the chain's end: a part of
// what a check does.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import Ajv from 'ajv';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

import { check, checkCatalogueText, checkText, productSchema } from 'renewal-rules';

const product = {
  family_name: 'Example',
  name: 'Example Pro',
  license_type: 'subscription',
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [102, 103, 103], renew_ar: { enable: true, required: true }, renew_pmr: true, renew_email: false },
  localization_values: {
    en_US: { comment_for_product_for_AR: 'The first month is free, then it renews.', comment_for_product_for_MR: 'The first month is free, renew by hand.' },
    ru_RU: { comment_for_product_for_AR: 'Первый месяц бесплатно, затем продление.', comment_for_product_for_MR: 'Первый месяц бесплатно, затем вручную.' },
  },
  variants: [{ vendor_code: 'V1', sku: 'S1', sku_ar: 'S1-AR', price: { common: { currency: 'USD', price: '0.00' } } }],
};
const faulty = { ...product, licence_term: 'P5D', renew_settings: { ...product.renew_settings, product_id_for_renew: [102, 103] }, variants: [{ ...product.variants[0], sku: 1 }] };

const repeats = (ids) => ids.length > 1 && ids.at(-1) === ids.at(-2);
const ends = (product) => product.renew_settings === undefined || repeats(product.renew_settings.product_id_for_renew);

const term = /^P\d+[DM]$/;
const amount = /^\d+(\.\d+)?$/;
const locale = /^[a-z]{2}_[A-Z]{2}$/;

const zod = z.looseObject({
  id: z.int().min(1).optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  license_type: z.string().optional(),
  licence_term: z.string().regex(term).optional(),
  renew_settings: z.object({
    product_id_for_renew: z.array(z.int().min(1)).refine(repeats),
    renew_ar: z.object({ enable: z.boolean().optional(), required: z.boolean().optional() }).optional(),
    renew_pmr: z.boolean().optional(),
    renew_email: z.boolean().optional(),
  }).optional(),
  localization_values: z.record(z.string().regex(locale), z.looseObject({ comment_for_product_for_AR: z.string().optional(), comment_for_product_for_MR: z.string().optional() })).optional(),
  variants: z.array(z.looseObject({ vendor_code: z.string(), sku: z.string(), sku_ar: z.string().optional(), price: z.looseObject({ common: z.looseObject({ currency: z.string(), price: z.string().regex(amount) }) }) })).optional(),
});

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const valibot = v.looseObject({
  id: v.optional(id),
  family_name: v.optional(v.string()),
  name: v.optional(v.string()),
  license_type: v.optional(v.string()),
  licence_term: v.optional(v.pipe(v.string(), v.regex(term))),
  renew_settings: v.optional(v.object({
    product_id_for_renew: v.pipe(v.array(id), v.check(repeats)),
    renew_ar: v.optional(v.object({ enable: v.optional(v.boolean()), required: v.optional(v.boolean()) })),
    renew_pmr: v.optional(v.boolean()),
    renew_email: v.optional(v.boolean()),
  })),
  localization_values: v.optional(v.record(v.pipe(v.string(), v.regex(locale)), v.looseObject({ comment_for_product_for_AR: v.optional(v.string()), comment_for_product_for_MR: v.optional(v.string()) }))),
  variants: v.optional(v.array(v.looseObject({ vendor_code: v.string(), sku: v.string(), sku_ar: v.optional(v.string()), price: v.looseObject({ common: v.looseObject({ currency: v.string(), price: v.pipe(v.string(), v.regex(amount)) }) }) }))),
});

const arktype = type({
  'id?': 'number.integer >= 1',
  'family_name?': 'string',
  'name?': 'string',
  'license_type?': 'string',
  'licence_term?': term,
  'renew_settings?': { product_id_for_renew: type('(number.integer >= 1)[]').narrow(repeats), 'renew_ar?': { 'enable?': 'boolean', 'required?': 'boolean' }, 'renew_pmr?': 'boolean', 'renew_email?': 'boolean' },
  'localization_values?': type({ '[string]': { 'comment_for_product_for_AR?': 'string', 'comment_for_product_for_MR?': 'string' } }),
  'variants?': type({ vendor_code: 'string', sku: 'string', 'sku_ar?': 'string', price: { common: { currency: 'string', price: amount } } }).array(),
});

const { $schema: _, ...schema } = productSchema['~standard'].jsonSchema.input({ target: 'draft-07' });
const ajvShape = new Ajv({ allErrors: true }).compile(schema);
const ajv = (value) => ajvShape(value) && ends(value);

const text = (pattern) => Type.String({ pattern });
const typeboxShape = TypeCompiler.Compile(Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1 })),
  family_name: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  license_type: Type.Optional(Type.String()),
  licence_term: Type.Optional(text(term.source)),
  renew_settings: Type.Optional(Type.Object({
    product_id_for_renew: Type.Array(Type.Integer({ minimum: 1 })),
    renew_ar: Type.Optional(Type.Object({ enable: Type.Optional(Type.Boolean()), required: Type.Optional(Type.Boolean()) })),
    renew_pmr: Type.Optional(Type.Boolean()),
    renew_email: Type.Optional(Type.Boolean()),
  })),
  localization_values: Type.Optional(Type.Record(text(locale.source), Type.Object({ comment_for_product_for_AR: Type.Optional(Type.String()), comment_for_product_for_MR: Type.Optional(Type.String()) }))),
  variants: Type.Optional(Type.Array(Type.Object({ vendor_code: Type.String(), sku: Type.String(), sku_ar: Type.Optional(Type.String()), price: Type.Object({ common: Type.Object({ currency: Type.String(), price: text(amount.source) }) }) }))),
}));
// As many errors as the others tell, where there are any.
const typebox = (value) => (typeboxShape.Check(value) ? ends(value) : [...typeboxShape.Errors(value)].length === 0);

/** The best time of a call of each, in nanoseconds, run in turn. */
function race(contestants, calls, rounds = 9) {
  const best = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(contestants)) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < calls; i++) call();
      const each = Number(process.hrtime.bigint() - start) / calls;
      best[name] = Math.min(best[name] ?? Infinity, each);
    }
  }
  return best;
}

function tell(title, best, base = Object.keys(best)[0]) {
  console.log(`\n${title}`);
  for (const [name, each] of Object.entries(best)) {
    console.log(`${(each / best[base]).toFixed(2).padStart(8)}  ${name} (${each < 1e6 ? `${(each / 1e3).toFixed(2)} µs` : `${(each / 1e6).toFixed(1)} ms`})`);
  }
}

const asText = JSON.stringify(product);
const asBytes = Buffer.from(asText);
tell(`a sound product of ${asBytes.length} bytes`, race({
  'JSON.parse alone': () => JSON.parse(asText),
  'renewal-rules from text': () => checkText(asText),
  'renewal-rules from bytes': () => checkText(asBytes),
  'renewal-rules from an object': () => check(product),
  'renewal-rules as Standard Schema': () => productSchema['~standard'].validate(product),
  'Zod from an object': () => zod.safeParse(product),
  'Valibot from an object': () => v.safeParse(valibot, product),
  'ArkType from an object': () => arktype(product),
  'Ajv from an object': () => ajv(product),
  'TypeBox from an object': () => typebox(product),
  'JSON.parse and Zod': () => zod.safeParse(JSON.parse(asText)),
  'JSON.parse and Ajv': () => ajv(JSON.parse(asText)),
}, 20_000));

const faultyText = JSON.stringify(faulty);
tell('a product with three faults', race({
  'JSON.parse alone': () => JSON.parse(faultyText),
  'renewal-rules from text': () => checkText(faultyText),
  'renewal-rules from an object': () => check(faulty),
  'Zod from an object': () => zod.safeParse(faulty),
  'Valibot from an object': () => v.safeParse(valibot, faulty),
  'Ajv from an object': () => ajv(faulty),
}, 10_000));

const one = (i) => ({ id: i + 1, ...product, renew_settings: { ...product.renew_settings, product_id_for_renew: [((i + 1) % 100_000) + 1, ((i + 2) % 100_000) + 1, ((i + 2) % 100_000) + 1] } });
const catalogue = Buffer.from(JSON.stringify(Array.from({ length: 100_000 }, (_, i) => one(i))));
const whole = race({
  'JSON.parse and Ajv': () => JSON.parse(catalogue.toString()).every(ajv),
  'renewal-rules from bytes, chains across products as well': () => checkCatalogueText(catalogue, { maxDiagnostics: 100 }),
}, 1, 3);
tell(`a catalogue of 100,000 products, ${(catalogue.length / 1e6).toFixed(0)} MB`, whole);

const cold = `
  const start = performance.now();
  const { checkText } = await import('renewal-rules');
  checkText('{"id":1}');
  console.log(performance.now() - start);`;
const here = fileURLToPath(new URL('..', import.meta.url));
const starts = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, ['--input-type=module', '--eval', cold], { cwd: here, encoding: 'utf8' })));
console.log(`\ncold import to first report: ${Math.min(...starts).toFixed(1)} ms at best, ${starts.sort((a, b) => a - b)[4].toFixed(1)} ms in the middle of nine`);
