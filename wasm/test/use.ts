// Compile-time test of the public types: valid uses compile, invalid ones do not.

import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import {
  applyToForm,
  type CheckOptions,
  type Code,
  cartComment,
  check,
  type Decision,
  type Diagnostic,
  dependentFields,
  diagnosticsByField,
  effectiveKind,
  errorSummary,
  fix,
  formSchema,
  InvalidProductError,
  isProduct,
  type JsonText,
  jsonText,
  type Messages,
  OptionsError,
  type Product,
  parse,
  productFromForm,
  productSchema,
  type Report,
  type ReportLocation,
  setMessages,
  skuFor,
  translate,
} from 'renewal-rules';
import ru from 'renewal-rules/messages/ru';
import {
  CatalogueError,
  type ComparisonChange,
  checkCatalogue,
  checkSetup,
  compare,
  comparisonText,
  explain,
  fixCatalogue,
  format,
  init,
  initSync,
  loginRequest,
  Plan,
  PlanError,
  type ProductTimeline,
  RequestError,
  ResponseError,
  readLoginResponse,
  rules,
  type Setup,
  SetupError,
  type TimelinePeriod,
  type TimelineStopReason,
  timeline,
  timelineSvg,
  timelines,
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
const options: CheckOptions = {
  operation: 'update',
  role: 'self-renewing',
  productId: 101,
  current: product,
  limits: { pmrOnlineMinDays: 3, pmrOfflineMinDays: 3 },
  trial: undefined,
};
const report: Report = check(product, options);
const text: JsonText = jsonText('{}');
const location: ReportLocation | undefined = check(jsonText(new Uint8Array())).diagnostics[0]?.location;
check(text).diagnostics.map(({ location, url }) => [location.line, url.length]);
jsonText(new ArrayBuffer(0));
// @ts-expect-error: a number is neither text nor bytes
jsonText(1);
// @ts-expect-error: the wrapper is opaque
text.source;
check(product, { operation: 'update', current: text });
// @ts-expect-error: JSON text must be wrapped
check(product, { operation: 'update', current: '{}' });
// @ts-expect-error: a value has no locations
check(product).diagnostics[0]?.location.line;
checkCatalogue([product], { payment: 'online' }).valid;
checkCatalogue(jsonText(new ArrayBuffer(0)), { layout: 'lines' }).diagnostics.map(({ location }) => location.line);
declare const anything: unknown;
declare const untyped: any;
check(anything).valid;
check(untyped).valid;

// Values that are passed by mistake instead of a product.
// @ts-expect-error: JSON text must be wrapped
check('{}');
// @ts-expect-error: bytes must be wrapped
check(new Uint8Array());
// @ts-expect-error: bytes must be wrapped
checkCatalogue(new ArrayBuffer(0));
// @ts-expect-error: JSON text must be wrapped
timeline('{}', { purchaseDate: '2026-01-31' });
// @ts-expect-error: JSON text must be wrapped
Plan.create('{}');
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
const sku: string | null = skuFor(product, 0);
const comment: string | null = cartComment(product, 'en_US');
fix(product).product?.licence_term?.length;
fix(text).report.diagnostics[0]?.location.line;
fixCatalogue([product]).products?.[0]?.name?.length;
fixCatalogue(jsonText('[]')).text.length;

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
productFromForm(new FormData())['name'];
const ofJson: StandardJSONSchemaV1<Product> = productSchema;
const jsonSchema: Record<string, unknown> = formSchema['~standard'].jsonSchema.output({ target: 'draft-07' });

const parsed: Product = parse(text, { operation: 'create' });
if (isProduct(anything)) anything.licence_term?.length;
setMessages(ru);
setMessages(undefined);

check(product, { messages: ru, labels: { licence_term: 'Term' } }).diagnostics.length;
const translated: Report = translate(report, ru);
const { 'chain-empty': _, ...lacking } = ru;
const partial: Messages = { ...lacking, 'price-format': { form: '' } };
// @ts-expect-error: no such message
const misspelt: Messages = { ...ru, 'price-format': { from: '' } };

diagnosticsByField(report, { severities: ['warning', 'info'] })['name']?.[0]?.message;
// @ts-expect-error: no such severity
diagnosticsByField(report, { severities: ['fatal'] });
dependentFields('variants.0.sku', product).join();
dependentFields('licence_term').join();
errorSummary(report, { licence_term: 'Licence term' }).errorList[0]?.href;
proof<Equal<Parameters<typeof applyToForm>[0], HTMLFormElement>>();
applyToForm(document.forms[0]!, report, { messageId: (name) => `${name}-message` });

const seen = timeline([product], { purchaseDate: '2026-01-31', monthCount: 'chained', consent: 'declined' });
seen.periods.map(({ start, end, paid }: TimelinePeriod) => [start, end?.length, paid === 'from-message']);
timelineSvg(product, { purchaseDate: '2026-01-31' }).length;
for (const followed of timelines(text, { purchaseDate: '2026-01-31' })) describeTimeline(followed);
function describeTimeline({ path, timeline, error }: ProductTimeline): string {
  return error === undefined ? `${path}: ${timeline.periods.length}` : `${path}: ${error.kind}`;
}
format(
  [
    { name: 'a.json', text: '{}', report: check(text) },
    { name: 'all', report: checkCatalogue([]) },
  ],
  'sarif',
).length;
// @ts-expect-error: no such format
format([], 'yaml');
const reason: TimelineStopReason = 'term-below-minimum';
// @ts-expect-error: `purchaseDate` is required
timeline(product, {});
const compared = compare(product, text, { limits: { arMinDays: 3 } });
comparisonText(product, text, { format: 'markdown' }).length;
compared.products.flatMap(({ changes }) => changes.map(changed));
function changed(change: ComparisonChange): string {
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
fetch(login.url ?? login.path, { ...login });
const token = readLoginResponse({ status: 200, body: '', receivedAt: new Date() });
token.token.length + token.expiresAt.getTime();
// @ts-expect-error: a time is a date
readLoginResponse({ status: 200, body: '', receivedAt: 0 });
update({ current: product, wanted: { name: 'x' } }).body?.length;
const setup: Setup = { initiator: product, renewals: [102, { name: 'Month' }], kinds: { ar: { required: true } } };
const plan: Plan = Plan.create(setup, { payment: 'online' });
plan.next({ base: 'https://shop.example' })?.method;
plan.recordResponse({ status: 201, body: '{}' }).left.toFixed();
plan.progress.steps.map(({ call, state }) => [call === 'create', state === 'unconfirmed']);
Plan.parse(jsonText(String(plan)))
  .markNotCreated()
  .done.toFixed();
plan.markCreated(101);
checkSetup(setup).diagnostics.length;
toolsCheck(product).valid;

function explainError(error: unknown): string {
  if (error instanceof OptionsError) return `${error.kind} ${error.option ?? ''}`;
  if (error instanceof InvalidProductError) return error.report.diagnostics[0]?.message ?? '';
  if (error instanceof CatalogueError) return error.kind === 'no-such-product' ? '' : (error.version ?? '');
  if (error instanceof SetupError) return error.kind === 'invalid-products' ? `${error.report?.valid}` : error.kind;
  if (error instanceof PlanError) return `${error.kind === 'unconfirmed'} ${error.retryable}`;
  if (error instanceof ResponseError) return `${error.kind === 'not-found'} ${error.status.toFixed()}`;
  // @ts-expect-error: no such kind
  if (error instanceof RequestError) return error.kind === 'nothing' ? '' : (error.fields?.join() ?? '');
  return '';
}

init(fetch('/tools.wasm')).then(() => toolsCheck(product));
initSync(new Uint8Array());
proof<Equal<Parameters<typeof initSync>[0], ArrayBuffer | ArrayBufferView | WebAssembly.Module>>();

export {
  anyForm,
  chain,
  comment,
  explainError,
  form,
  found,
  jsonSchema,
  location,
  ofJson,
  ofProduct,
  parsed,
  partial,
  reason,
  sku,
  translated,
  unknown,
};
