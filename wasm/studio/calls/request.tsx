// Shows a request as source code to copy.

import type { ComponentChildren } from 'preact';
import type { ServiceRequest } from '../../lib/tools-model.js';
import { Button } from '../controls/elements.js';
import { copy } from '../controls/toast.js';
import { formatIfValid } from '../json/json-layout.js';
import { t } from '../language/language.js';

/** A request in which unknown ids are placeholders. */
export type DisplayedRequest = Pick<ServiceRequest, 'method' | 'path' | 'headers' | 'body'>;

const BASE = '{base_url}';

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Functions that render a request as source code, by its syntax. */
const RENDERERS = {
  curl: ({ method, path, headers, body }: DisplayedRequest) =>
    [
      `curl -X ${method} ${shellQuote(BASE + path)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
      `-d ${shellQuote(formatIfValid(body))}`,
    ].join(' \\\n  '),
  fetch: ({ method, path, headers, body }: DisplayedRequest) =>
    `await fetch(${JSON.stringify(BASE + path)}, {\n  method: ${JSON.stringify(method)},\n  headers: ${JSON.stringify(headers)},\n  body: JSON.stringify(${formatIfValid(body).replaceAll('\n', '\n  ')}),\n});`,
};

export type Syntax = keyof typeof RENDERERS;

interface CallProps {
  request: DisplayedRequest;
  title: string;
  how: Syntax;
  children?: ComponentChildren;
}

export function Call({ request, title, how, children }: CallProps) {
  const shown = RENDERERS[how](request);
  return (
    <li class="call">
      <h3>
        <span>{title}</span>
        <Button label={t('copy')} act={() => copy(shown, t('copied-text'))} />
      </h3>
      <pre tabIndex={0} role="region" aria-label={title}>
        <code>{shown}</code>
      </pre>
      {children}
    </li>
  );
}
