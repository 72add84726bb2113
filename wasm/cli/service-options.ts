// Options of the commands that call the service.

import { formatFlag, missing, withHeading } from './command.js';
import { UsageError } from './failure.js';

/** Options for calling the service. */
export const serviceFlags = withHeading('Service', {
  'base-url': { placeholder: 'URL', help: 'Set the URL of the service, without /v1, credentials or query' },
  'token-header': {
    placeholder: 'HEADER',
    defaultValue: 'Authorization: Bearer {token}',
    help: 'Set the header that contains the token',
    excludes: ['no-token'],
  },
  'no-token': { help: 'Send no token' },
  wait: { placeholder: 'SECONDS', defaultValue: '1', help: 'Set the wait before the first retry of a call' },
  'dry-run': { help: 'Print the calls, and send nothing' },
});

/** The format in which the outcome is printed. */
export const outcomeFormat = formatFlag(['text', 'json']);

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

const EXAMPLE = 'such as https://shop.example/api';

/** Removes the parts of a URL that may be secret: credentials, query and fragment. The URL may be malformed. */
const sanitized = (text: string): string =>
  text.replace(/^([\w+.-]+:[/\\]{2,})?.*@/s, '$1…@').replace(/[?#].*$/s, (rest) => `${rest[0]}…`);

/** Validates and normalizes the value of `--base-url`. */
export function parseBaseUrl(text: string): string {
  const refuse = (expected: string) => {
    throw new UsageError(`--base-url ${expected}; given: ${JSON.stringify(sanitized(text))}`);
  };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return refuse(`must be an absolute URL that begins with http:// or https://, ${EXAMPLE}`);
  if (/^[^:]+:[/\\]*[^/\\?#]*@/.test(text.trim()))
    return refuse(
      'must not contain credentials: remove them, and set RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD',
    );
  if (url.port === '0') return refuse('must not have the port 0');
  if (url.href.includes('?')) return refuse('must not contain a query: end it before the `?`');
  if (url.href.includes('#')) return refuse('must not contain a fragment: end it before the `#`');
  // Every path of the interface begins with /v1, which the library removes from the base URL, too.
  url.pathname = url.pathname.replace(/\/*(\/v1)?\/*$/, '');
  return url.href;
}

/** Describes a redirect, which is not followed; suggests the base URL that reaches its target, if there is one. */
export function redirectMessage(request: { readonly url: string; readonly path: string }, location?: string): string {
  if (location === undefined || !URL.canParse(location, request.url))
    return 'the server redirects, but not to a URL; check --base-url';
  const { origin, pathname, protocol } = new URL(location, request.url);
  const path = pathname.replace(/\/+$/, '');
  const isBase = path.endsWith(request.path) && /^https?:$/.test(protocol);
  const base = isBase ? origin + path.slice(0, -request.path.length) : undefined;
  const isOther = base !== undefined && `${base}${request.path}` !== request.url;
  const advice = isOther ? `use --base-url ${base}` : 'check --base-url';
  const target = (protocol.startsWith('http') ? origin : protocol) + pathname;
  return `the server redirects to ${target}, which is not followed; ${advice}`;
}
