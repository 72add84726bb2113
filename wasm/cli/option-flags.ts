// Flags for the options of a check.

import { type Flags, withHeading } from './command.js';
import { CONFIG } from './file-names.js';

const days = (kind: string, more: { readonly defaultValue?: string } = {}) =>
  ({ placeholder: 'DAYS', help: `Set the minimum term for ${kind}`, ...more }) as const;

export const limitFlags = withHeading('Configuration', {
  'ar-min-days': days('AR', { defaultValue: '6' }),
  'pmr-online-min-days': days('PMR with online payment methods'),
  'pmr-offline-min-days': days('PMR with offline payment methods'),
  'email-online-min-days': days('Email with online payment methods', { defaultValue: '4' }),
  'email-offline-min-days': days('Email with offline payment methods', { defaultValue: '11' }),
});

export const trial = {
  placeholder: 'BOOLEAN',
  values: ['true', 'false'],
  help: 'Set whether the product is a free trial [default: inferred from the prices]',
} as const;

export const keywordFlags = withHeading('Products', {
  operation: {
    placeholder: 'OPERATION',
    values: ['record', 'create', 'update'],
    defaultValue: 'record',
    help: 'Check products as the service returns them (record), or the bodies of calls',
  },
  role: {
    placeholder: 'ROLE',
    values: ['initiator', 'renewal', 'self-renewing'],
    help: 'Set the role of the products [default: not set]',
  },
  payment: {
    placeholder: 'PAYMENT',
    values: ['online', 'offline'],
    help: 'Set the kind of payment method [default: not set; checks cover both, and purchases are paid online]',
  },
  consent: {
    placeholder: 'CONSENT',
    values: ['given', 'declined', 'unavailable'],
    defaultValue: 'given',
    help: "Set the buyer's consent to auto renewal",
  },
});

export const scalarFlags = {
  ...withHeading('Products', {
    trial,
    'product-id': { placeholder: 'ID', help: 'Set the id of the updated product' },
  }),
  // Not in the help, because only `check` supports this flag; other commands reject it.
  'max-diagnostics': { placeholder: 'N' },
} as const satisfies Flags;

export const configFlags = (help = 'Read the configuration from FILE') =>
  withHeading('Configuration', {
    config: { short: 'c', placeholder: 'FILE', defaultValue: `the nearest ${CONFIG}`, help },
    'no-config': { help: 'Read no configuration file', excludes: ['config'] },
  });

/** All flags for the options of a check. */
export const flags = {
  ...keywordFlags,
  ...scalarFlags,
  ...withHeading('Products', {
    current: { placeholder: 'FILE', help: 'Read the product before the update from FILE' },
  }),
  ...configFlags(),
  ...withHeading('Configuration', {
    rule: {
      multiple: true,
      placeholder: 'CODE=LEVEL',
      help: 'Set the level of a rule to off, info, warning or error; can be repeated',
    },
  }),
  ...limitFlags,
} as const satisfies Flags;
