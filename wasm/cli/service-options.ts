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
    help: 'Set the header that has the token',
    excludes: ['no-token'],
  },
  'no-token': { type: 'boolean', help: 'Send no token' },
  wait: {
    type: 'string',
    placeholder: 'SECONDS',
    defaultValue: '1',
    help: 'Set the first wait before a call is sent again',
  },
  'dry-run': { type: 'boolean', help: 'Print the calls, and send nothing' },
});

/** The format in which the outcome is printed. */
export const outcomeFormat = formatFlag(formats);

/** Help text about the environment variables. */
export const VARIABLES = `RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD log in, and RENEWAL_RULES_TOKEN has a token that is used until
the service refuses it. If one is missing, you are asked for it at the terminal. No secret is written or
printed.`;

/** Validates the base URL before anything is sent. It is only optional if nothing is sent. */
export function baseUrl(url: string | undefined, isDry = false): { readonly 'base-url'?: string } {
  if (url !== undefined) return { 'base-url': parseBaseUrl(url) };
  if (isDry) return {};
  throw missing('base-url', serviceFlags);
}
