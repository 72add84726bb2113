// Text as bytes and bytes as text. The coders are made at the first call, not when the file loads.

import { coders } from 'source';

export const decoder = (): TextDecoder => new (coders().TextDecoder)('utf-8', { ignoreBOM: true });
export const encoder = (): TextEncoder => new (coders().TextEncoder)();
