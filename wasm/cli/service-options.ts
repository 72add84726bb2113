// Options of the commands that call the service.

import { formatFlag, missing, under } from './command.js';
import { parseBaseUrl } from './url.js';

export const formats = ['text', 'json'] as const;

/** Options for calling the service. */
export const serviceFlags = under('Service', {
  'base-url': {
    type: 'string',
    placeholder: 'URL',
    help: 'Set the URL of the service, without /v1, credentials or query',
  },
  'token-header': {
    type: 'string',
    placeholder: 'HEADER',
    defaultValue: 'Authorization: Bearer {token}',
    help: 'Set the header that contains the token',
    excludes: ['no-token'],
  },
  'no-token': { type: 'boolean', help: 'Send no token' },
  wait: {
    type: 'string',
    placeholder: 'SECONDS',
    defaultValue: '1',
    help: 'Set the wait before the first retry of a call',
  },
  'dry-run': { type: 'boolean', help: 'Print the calls, and send nothing' },
});

/** The format in which the outcome is printed. */
export const outcomeFormat = formatFlag(formats);

/** Help text about the environment variables. */
export const VARIABLES = `The username and password are read from RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD; if one is not set, you
are asked for it at the terminal. If RENEWAL_RULES_TOKEN is set, its token is used until the service refuses it.
No secret is written or printed.`;

/** Validates the base URL before anything is sent. It is only optional if nothing is sent. */
export function baseUrl(url: string | undefined, isDry = false): { readonly 'base-url'?: string } {
  if (url !== undefined) return { 'base-url': parseBaseUrl(url) };
  if (isDry) return {};
  throw missing('base-url', serviceFlags);
}
