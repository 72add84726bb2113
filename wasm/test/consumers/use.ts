// Compile-time test of the public types: valid uses compile, invalid ones do not.

import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  applyToForm,
  article,
  type Code,
  cartComment,
  check,
  type Decision,
  type Diagnostic,
  dependentFields,
  diagnosticsByField,
  effectiveKind,
  errorSummary,
  errorsByField,
  fix,
  formSchema,
  productFromForm,
  type Messages,
  type Options,
  type Product,
  productSchema,
  type Report,
  toTypedSchema,
  translate,
} from 'renewal-rules';
import ru from 'renewal-rules/messages/ru';
import { init, initSync, check as slimCheck } from 'renewal-rules/slim';
import {
  type Change,
  checkCatalogue,
  checkLogin,
  checkSetup,
  compare,
  comparisonText,
  explain,
  fixCatalogue,
  format,
  loginRequest,
  type Period,
  Plan,
  readLoginResponse,
  rules,
  type Setup,
  type StopReason,
  timeline,
  timelineSvg,
  check as toolsCheck,
  update,
} from 'renewal-rules/tools';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proof = <T extends true>(_?: T): void => undefined;

const product: Product = {
  id: 101,
  family_name: 'Example',
  licence_term: 'P1M',
  renew_settings: {
    product_id_for_renew: [102, 103, 103],
    renew_ar: { enable: true, required: undefined },
    renew_pmr: true,
  },
  localization_values: { en_US: { comment_for_product_for_AR: 'Renews.' } },
  variants: [{ vendor_code: 'V1', sku: 'S1', sku_ar: 'S1-AR', price: { common: { currency: 'USD', price: '0.00' } } }],
};
const options: Options = {
  operation: 'update',
  role: 'self-renewing',
  productId: 101,
  current: product,
  limits: { pmrOnlineMinDays: 3, pmrOfflineMinDays: 3 },
  trial: undefined,
};
const report: Report = check(product, options);
check(new Uint8Array()).diagnostics[0]?.location.endColumn.toFixed();
check('{}').diagnostics.map(({ location }) => location.line);
// @ts-expect-error: a value has no locations
check(product).diagnostics[0]?.location.line;
checkCatalogue([product], { payment: 'online' }).valid;
checkCatalogue(new ArrayBuffer(0), { layout: 'lines' }).diagnostics.map(({ location }) => location.line);
declare const anything: unknown;
declare const untyped: any;
check(anything).valid;
check(untyped).valid;

// Misused values.
// @ts-expect-error: not awaited
check(Promise.resolve(product));
// @ts-expect-error: a response body must be read first
check(new Response());
// @ts-expect-error: FormData must be converted by `productFromForm`
check(new FormData());
// @ts-expect-error: URLSearchParams must be converted by `productFromForm`
check(new URLSearchParams());
// @ts-expect-error: a Map is not a product
check(new Map<string, unknown>());
// @ts-expect-error: a Set is not a catalogue
checkCatalogue(new Set([product]));
// @ts-expect-error: a Date is not a product
effectiveKind(new Date());
// @ts-expect-error: not awaited
fix(Promise.resolve(product));

const decision: Decision = effectiveKind(product, { consent: 'declined' });
decision.considered.map(({ kind, outcome, reasons }) => [kind, outcome, reasons]);
const sku: string | null = article(product, 0);
const comment: string | null = cartComment(product, 'en_US');
fix(product).product?.licence_term?.length;
fix('{}').report.diagnostics[0]?.location.line;
fixCatalogue([product]).products?.[0]?.name?.length;
fixCatalogue('[]').text.length;

function describe(diagnostic: Diagnostic): string {
  switch (diagnostic.code) {
    case 'type-mismatch':
      return diagnostic.params.expected + diagnostic.params.found;
    case 'term-below-minimum':
      return `${diagnostic.params.kind} ${diagnostic.params.minimumDays.toFixed()} ${diagnostic.params.payment ?? ''}`;
    case 'patch-drops-variants':
      return diagnostic.params.dropped.join();
    case 'chain-empty':
      // @ts-expect-error: this code has no parameters
      return diagnostic.params.reason;
    default:
      return diagnostic.message;
  }
}
describe(report.diagnostics[0]!);

// @ts-expect-error: no such code
const unknown: Code = 'chain-full';
// @ts-expect-error: no such option
check(product, { operations: 'create' });
// @ts-expect-error: no such operation
check(product, { operation: 'creation' });
// @ts-expect-error: `consent` is an option of `effectiveKind`
check(product, { consent: 'given' });
// @ts-expect-error: ids are numbers
const chain: Product = { renew_settings: { product_id_for_renew: ['102'] } };

explain('chain-empty').explanation.length;
explain('nothing')?.explanation.length;
rules().map(({ reads, at }) => [reads, at]);

const result = productSchema.with({ operation: 'create' })['~standard'].validate(product);
if (result.issues) {
  result.issues.map(({ path, code, params, related }) => [path, code, params, related]);
  for (const issue of result.issues) if (issue.code === 'term-below-minimum') issue.params.minimumDays.toFixed();
} else proof<Equal<typeof result.value, Product>>();
type Input = NonNullable<(typeof productSchema)['~standard']['types']>['input'];
proof<Equal<Input, Product>>();

// A form type whose fields are all required.
interface Form extends Record<string, unknown> {
  licence_term: string;
}
const ofForm: StandardSchemaV1<Form, Form> = productSchema.with<Form>({ operation: 'create', messages: ru });
const ofProduct: StandardSchemaV1<Product> = productSchema;
const found = ofForm['~standard'].validate({}, { libraryOptions: { operation: 'update' } });
const form: StandardSchemaV1<Form, Product> = formSchema.with<Form>({
  fields: ['licence_term'],
  labels: { licence_term: 'Term' },
  maxDiagnostics: 5,
});
const anyForm: StandardSchemaV1<Form, Product> = formSchema;
// @ts-expect-error: no such option
formSchema.with({ field: ['licence_term'] });
// @ts-expect-error: a string is not form values
productFromForm('licence_term=P1M');
toTypedSchema(formSchema)
  .parse(productFromForm(new FormData()))
  .then(({ errors }) => errors[0]?.path);

check(product, { messages: ru, labels: { licence_term: 'Term' } }).diagnostics.length;
const translated: Report = translate(report, ru);
const { 'chain-empty': _, ...lacking } = ru;
// @ts-expect-error: a code is missing
const partial: Messages = lacking;
// @ts-expect-error: a message is missing
const empty: Messages = { ...ru, 'price-format': { form: '' } };

diagnosticsByField(report, { severities: ['warning', 'info'] })['name']?.[0]?.message;
// @ts-expect-error: no such severity
diagnosticsByField(report, { severities: ['fatal'] });
dependentFields('variants.0.sku', product).join();
errorsByField(report)['variants.0.sku']?.[0]?.message;
dependentFields('licence_term').join();
errorSummary(report, { licence_term: 'Licence term' }).errorList[0]?.href;
proof<Equal<Parameters<typeof applyToForm>[0], HTMLFormElement>>();
applyToForm(document.forms[0]!, report, { messageId: (name) => `${name}-message` });

const seen = timeline([product], { purchaseDate: '2026-01-31', monthCount: 'chained', consent: 'declined' });
if (seen.ok) seen.value.periods.map(({ start, end, paid }: Period) => [start, end?.length, paid === 'from-message']);
else if (seen.error.kind === 'no-such-product') seen.error.message.length;
timelineSvg(product, { purchaseDate: '2026-01-31' }).value?.length;
format(
  [
    { name: 'a.json', text: '{}', report: check('{}') },
    { name: 'all', report: checkCatalogue([]) },
  ],
  'sarif',
).length;
// @ts-expect-error: no such format
format([], 'yaml');
const reason: StopReason = 'term-below-minimum';
// @ts-expect-error: `purchaseDate` is required
timeline(product, {});
const compared = compare(product, '{}', { limits: { arMinDays: 3 } });
comparisonText(product, '{}', { format: 'markdown' }).value?.length;
if (compared.ok) compared.value.products.flatMap(({ changes }) => changes.map(changed));
function changed(change: Change): string {
  switch (change.aspect) {
    case 'kind':
      return `${change.old} ${change.new} ${change.lost.join()} ${change.situations.map(({ payment }) => payment)}`;
    case 'price':
      return `${change.step.toFixed()} ${change.new?.price ?? ''}`;
    case 'timeline':
      return change.periods.map(({ number }) => number).join() + (change.newStop?.reason ?? '');
    default:
      return change.aspect;
  }
}

const login = loginRequest({ username: 'me', password: 'secret' });
if (login.ok) fetch(login.value.url ?? login.value.path, { ...login.value });
const answer = readLoginResponse({ status: 200, body: '', receivedAt: new Date() });
if (answer.ok) answer.value.token.length + answer.value.expiresAt.getTime();
else answer.error.errors.map(({ error, message }) => [error.toFixed(), message, answer.error.kind === 'not-found']);
// @ts-expect-error: a time is a date
readLoginResponse({ status: 200, body: '', receivedAt: 0 });
const incoming = checkLogin({ contentType: 'application/json', body: '{}' });
if (incoming.ok) incoming.value.password.length;
const smallest = update({ current: product, wanted: { name: 'x' } });
if (smallest.ok) smallest.value.body?.length;
const setup: Setup = { initiator: product, renewals: [102, { name: 'Month' }], kinds: { ar: { required: true } } };
const planned = Plan.create(setup, { payment: 'online' });
if (planned.ok) {
  const plan: Plan = planned.value;
  const next = plan.next({ base: 'https://shop.example' });
  if (next.ok) next.value?.method;
  else next.error.kind === 'unconfirmed';
  plan.answer({ status: 201, body: '{}' }).error?.message;
  plan.progress.steps.map(({ call, state }) => [call === 'create', state === 'unconfirmed']);
  Plan.parse(JSON.stringify(plan)).value?.deny().ok;
} else planned.error.report?.diagnostics.length;
checkSetup(setup).value?.diagnostics.length;
toolsCheck(product).valid;

init(fetch('/tools.wasm')).then(() => slimCheck(product));
initSync(new Uint8Array());
proof<Equal<Parameters<typeof initSync>[0], ArrayBuffer | ArrayBufferView | WebAssembly.Module>>();

export { anyForm, chain, comment, empty, form, found, ofProduct, partial, reason, sku, translated, unknown };
