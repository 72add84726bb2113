import { t, translated } from '../language/language.js';
import type { Tools } from '../module/load-tools.js';
import { noEffectReason } from '../state/buyer-effect.js';
import { chainProducts, initiatorAt, nameOf } from '../state/products.js';
import { callArguments, severityOverrides } from '../state/report.js';
import { plannedCalls } from './planned-calls.js';
import { Call, type Syntax } from './request.js';

/** Shows the calls that create the products of the shown chain, in order and with placeholder ids. */
export function CreateCalls({ tools, how }: { tools: Tools; how: Syntax }) {
  const [text, options] = callArguments({ rules: severityOverrides.value });
  const described = tools.setupOf(text, initiatorAt.value);
  const planned = described.ok ? tools.planOf(described.setup, options) : described;
  if (!planned.ok) {
    if (planned.report === undefined) return <p class="notice">{noEffectReason.value || planned.message}</p>;
    const errors = translated(planned.report).diagnostics.filter(({ severity }) => severity === 'error');
    return (
      <>
        <p class="hint">{t('calls-errors')}</p>
        <ul class="notes">
          {errors.map((error) => (
            <li key={error.path + error.code}>{error.message}</li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <ol class="calls">
      {plannedCalls(tools, planned.plan).map(({ request, position }, index) => (
        <Call
          key={index}
          request={request}
          how={how}
          title={`${index + 1}. ${t(request.method === 'POST' ? 'calls-new-product' : 'calls-change', { name: nameOf(chainProducts.value[position]) })}`}
        />
      ))}
    </ol>
  );
}
