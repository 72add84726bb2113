// Shows the calls that create the products of the shown chain, in order and with placeholders for ids that the service
// assigns.

import { Notice } from '../controls/elements.js';
import { formatJson } from '../json/json-layout.js';
import { t, translated } from '../language/language.js';
import type { Tools } from '../module/load-tools.js';
import { chainProducts, initiatorAt, letter, nameOf } from '../state/products.js';
import { callArguments, noEffectReason, severityOverrides } from '../state/report.js';
import { Call, type DisplayedRequest, type Syntax } from './request.js';

/** A planned call; `product` is a JSON Pointer into the setup. */
interface PlannedCall extends DisplayedRequest {
  readonly product: string;
}

/** Returns the position in the chain of a call's product: 0 for the initiator, then its renewals. */
const positionOf = ({ product }: PlannedCall): number =>
  product === '/initiator' ? 0 : Number(product.split('/')[2]) + 1;

/** Replaces each unknown id, `$ID_1` outside of strings, by a readable placeholder. */
const replaceIds = (text: string, calls: readonly PlannedCall[]): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\$ID_(\d+)/g, (part, number?: string) => {
    const call = calls[Number(number) - 1];
    return call === undefined ? part : `{id of ${letter(positionOf(call))}}`;
  });

export function CreateCalls({ tools, how }: { tools: Tools; how: Syntax }) {
  const [text, options] = callArguments({ rules: severityOverrides.value });
  const described = tools.setupOf(text, initiatorAt.value);
  const planned = described.ok ? tools.planOf(described.value.setup, options) : described;
  if (!planned.ok) {
    const { report, message } = planned.error;
    if (report === undefined) return <Notice text={noEffectReason.value || message} />;
    const errors = translated(report).diagnostics.filter(({ severity }) => severity === 'error');
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
  const calls: PlannedCall[] = JSON.parse(tools.renderPlan(planned.value.plan));
  return (
    <ol class="calls">
      {calls.map((call, index) => {
        const name = nameOf(chainProducts.value[positionOf(call)]);
        const request = { ...call, path: replaceIds(call.path, calls), body: replaceIds(formatJson(call.body), calls) };
        const title = t(call.method === 'POST' ? 'calls-new-product' : 'calls-change', { name });
        return <Call key={index} request={request} how={how} title={`${index + 1}. ${title}`} />;
      })}
    </ol>
  );
}
