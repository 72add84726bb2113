// `renewal-rules update`: changes a product of the service.

import { changeRequest, check, jsonText, readChangeResponse, type ServiceRequest, update } from '#internal';
import { type Flags, type Given, missing, missingArgument, numberOf, rejectExtra, withHeading } from './command.js';
import { print } from './console.js';
import { isDataError, mapError, UsageError } from './failure.js';
import { readConfiguration, withFlagNames } from './options.js';
import { checkFlags, printDiagnostics } from './plan.js';
import { attemptCalls, OneCall, type Problem, printOutcome, Service } from './send.js';
import { baseUrl, outcomeFormat, serviceFlags, VARIABLES } from './service-options.js';
import { absolutePathOf, displayName, read, withFileName } from './source.js';

export const summary = 'Change a product of the service';
export const options = {
  ...withHeading('Products', {
    current: { placeholder: 'FILE', help: 'Read the current product from FILE' },
    id: { placeholder: 'ID', help: 'Set the id of the product, if neither file contains it' },
  }),
  ...serviceFlags,
  ...checkFlags,
  ...outcomeFormat,
} as const satisfies Flags;

export const usage = ['--base-url <URL> --current <FILE> [--id <ID>] [OPTIONS] <PRODUCT>'];
export const details = `PRODUCT is a file with the product after the change. The fields that differ from FILE are checked, then sent; if
the call fails and a retry may help, it is sent again up to 5 times.

${VARIABLES}`;

type Values = Given<typeof options>;

export async function run(given: Values, positionals: readonly string[]): Promise<number> {
  const [file] = positionals;
  rejectExtra(positionals, 1);
  const values: Values = { ...given, ...baseUrl(given['base-url'], given['dry-run']) };
  const { current: currentFile } = values;
  if (currentFile === undefined) throw missing('current', options);
  if (file === undefined) throw missingArgument('PRODUCT', 'use - for standard input');
  const isJson = values.format === 'json';
  const service = new Service(values);
  const { optionsFor, settings } = readConfiguration(values);
  const { current = jsonText(''), payment, limits, rules } = optionsFor(absolutePathOf(file));
  const wanted = jsonText(await read(file));
  const whole = check(wanted, { rules });
  const repeated = whole.diagnostics.filter(({ code }) => code === 'duplicate-key');
  printDiagnostics({ ...whole, diagnostics: repeated }, file);
  if (repeated.some(({ severity }) => severity === 'error')) return 1;
  const { body, fields, productId } = mapError(
    () => update({ current, wanted }),
    (error) => (isDataError(error) ? new UsageError(named(error.message, currentFile, file)) : error),
  );
  const knownId = values.id === undefined ? productId : numberOf(values, 'id');
  const outcome = (text: string, id: number | null, error: Problem | null) =>
    printOutcome(isJson ? `${JSON.stringify({ id, fields, error })}\n` : text, error);
  if (body === null) return outcome('nothing to change\n', knownId, null);
  const id = identified(knownId, productId);
  const checked = { operation: 'update', productId: id, current, payment, limits, rules } as const;
  const report = withFlagNames(() => check(jsonText(body), checked), values, settings.sources);
  printDiagnostics(report);
  if (!report.valid) return 1;
  const request = withFileName(file, () =>
    withFlagNames(() => changeRequest({ id, body: jsonText(body), base: values['base-url'] }), values),
  );
  if (values['dry-run']) return preview(request, isJson);
  const error = await attemptCalls(() => service.carryOut(new OneCall(request, readChangeResponse)));
  return outcome(error === null ? `product ${id} changed: ${fields.join(', ')}\n` : '', id, error);
}

/** Adds the names of the files to a message about both of them, or the name of the one that it is about. */
function named(message: string, current: string, wanted: string): string {
  const [, argument, rest] = /^`(current|wanted)`: (.*)$/s.exec(message) ?? [];
  if (argument === undefined) return `${displayName(wanted)}, compared with ${current}: ${message}`;
  return `${argument === 'current' ? current : displayName(wanted)}: ${rest}`;
}

async function preview({ method, path, headers, body }: ServiceRequest, isJson: boolean): Promise<number> {
  const text = isJson ? JSON.stringify([{ method, path, headers, body }], null, 2) : `${method} ${path}  ${body}`;
  await print(`${text}\n`);
  return 0;
}

/** Returns the id of the product to update; throws if `--id` and the product have different ids. */
function identified(known: number | null, own: number | null): number {
  if (known === null) throw missing('id', options);
  if (own !== null && own !== known) throw new UsageError(`--id is ${known}, but the product's id is ${own}`);
  return known;
}
