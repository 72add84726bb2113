// Compiled, not run: what must be accepted, and what must not.

import {
  applyFixes,
  applyToForm,
  article,
  cartComment,
  check,
  checkCatalogue,
  checkCatalogueLines,
  checkText,
  dependsOn,
  diagnosticsByField,
  effectiveKind,
  errorsByField,
  errorSummary,
  fromForm,
  productSchema,
  toTypedSchema,
  translate,
  type Code,
  type Decision,
  type Diagnostic,
  type Messages,
  type Options,
  type Product,
  type Report,
} from 'renewal-rules';
import ru from 'renewal-rules/messages/ru';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  checkLogin,
  compare,
  explain,
  loginRequest,
  planNew,
  planNext,
  readLoginAnswer,
  rules,
  timeline,
  update,
  check as toolsCheck,
  type Change,
  type Period,
  type Setup,
  type StopReason,
} from 'renewal-rules/tools';
import { init, initSync, check as slimCheck } from 'renewal-rules/slim';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proof = <T extends true>(_?: T): void => undefined;

const product: Product = {
  id: 101,
  family_name: 'Example',
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [102, 103, 103], renew_ar: { enable: true, required: undefined }, renew_pmr: true },
  localization_values: { en_US: { comment_for_product_for_AR: 'Renews.' } },
  variants: [{ vendor_code: 'V1', sku: 'S1', sku_ar: 'S1-AR', price: { common: { currency: 'USD', price: '0.00' } } }],
};
const options: Options = { operation: 'update', role: 'selfRenewing', productId: 101, current: product, limits: { pmrOnlineMinDays: 3, pmrOfflineMinDays: 3 }, trial: undefined };
const report: Report = check(product, options);
checkText(new Uint8Array()).diagnostics[0]?.location?.endColumn.toFixed();
checkCatalogue([product], { payment: 'online' }).valid;
checkCatalogueLines(new ArrayBuffer(0)).diagnostics;

const decision: Decision = effectiveKind(product, { consent: 'declined' });
decision.considered.map(({ kind, outcome, reasons }) => [kind, outcome, reasons]);
const sku: string | null = article(product, 0);
const comment: string | null = cartComment(product, 'en_US');
applyFixes(product).applied.toFixed();

function describe(diagnostic: Diagnostic): string {
  switch (diagnostic.code) {
    case 'type-mismatch':
      return diagnostic.params.expected + diagnostic.params.found;
    case 'term-below-minimum':
      return `${diagnostic.params.kind} ${diagnostic.params.minimumDays.toFixed()} ${diagnostic.params.payment ?? ''}`;
    case 'patch-drops-variants':
      return diagnostic.params.dropped.join();
    case 'chain-empty':
      // @ts-expect-error: it has no parameters
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
// @ts-expect-error: no such word
check(product, { operation: 'creation' });
// @ts-expect-error: consent is for decisions
check(product, { consent: 'given' });
// @ts-expect-error: the chain is of ids
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

// A form's own type, which lacks nothing.
interface Form extends Record<string, unknown> {
  licence_term: string;
}
const ofForm: StandardSchemaV1<Form, Form> = productSchema.with<Form>({ operation: 'create', messages: ru });
const ofProduct: StandardSchemaV1<Product> = productSchema;
const found = ofForm['~standard'].validate({}, { libraryOptions: { operation: 'update' } });
toTypedSchema(productSchema).parse(fromForm(new FormData())).then(({ errors }) => errors[0]?.path);

check(product, { messages: ru }).diagnostics.length;
const translated: Report = translate(report, ru);
const { 'chain-empty': _, ...lacking } = ru;
// @ts-expect-error: a code is missing
const partial: Messages = lacking;
// @ts-expect-error: a message is missing
const empty: Messages = { ...ru, 'price-format': { form: '' } };

diagnosticsByField(report, { levels: ['warning', 'info'] })['name']?.[0]?.message;
// @ts-expect-error: no such level
diagnosticsByField(report, { levels: ['fatal'] });
dependsOn('variants.0.sku', product).join();
errorsByField(report)['variants.0.sku']?.[0]?.message;
dependsOn('licence_term').join();
errorSummary(report, { licence_term: 'Licence term' }).errorList[0]?.href;
proof<Equal<Parameters<typeof applyToForm>[0], HTMLFormElement>>();
applyToForm(document.forms[0]!, report, { messageId: (name) => `${name}-message` });

const seen = timeline([product], { purchaseDate: '2026-01-31', monthCount: 'chained', consent: 'declined' });
if (seen.ok) seen.timeline.periods.map(({ start, end, paid }: Period) => [start, end?.length, paid === 'from-message']);
else seen.message.length;
const reason: StopReason = 'term-below-minimum';
// @ts-expect-error: the date is needed
timeline(product, {});
const compared = compare(product, '{}', { limits: { arMinDays: 3 } });
if (compared.ok) compared.comparison.products.flatMap(({ changes }) => changes.map(changed));
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
if (login.ok) fetch(login.url ?? login.path, login);
const answer = readLoginAnswer({ status: 200, body: '', receivedAt: 0 });
if (answer.ok) answer.token.length;
else answer.errors.map(({ error, message }) => [error.toFixed(), message, answer.kind === 'notFound']);
const incoming = checkLogin({ contentType: 'application/json', body: '{}' });
if (incoming.ok === null) incoming.password.length;
const smallest = update({ current: product, wanted: { name: 'x' } });
if (smallest.ok) smallest.body?.length;
const setup: Setup = { initiator: product, renewals: [102, { name: 'Month' }], kinds: { ar: { required: true } } };
const planned = planNew(setup, { payment: 'online' });
if (planned.ok && planned.plan !== null) {
  const next = planNext({ plan: planned.plan });
  if (next.ok) next.progress.steps.map(({ call, state }) => [call === 'create', state === 'inDoubt', next.request?.method]);
}
toolsCheck(product).valid;

init(fetch('/tools.wasm')).then(() => slimCheck(product));
initSync(new Uint8Array());
proof<Equal<Parameters<typeof initSync>[0], ArrayBuffer | ArrayBufferView | WebAssembly.Module>>();
export { ofProduct, sku, comment, reason, unknown, chain, found, translated, partial, empty };
