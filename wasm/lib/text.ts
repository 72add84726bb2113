// Encodes and decodes UTF-8. The coders are created at the first call, not when the file loads.

import { coders } from 'source';

export const decoder = (): TextDecoder => new (coders().TextDecoder)('utf-8', { ignoreBOM: true });
export const encoder = (): TextEncoder => new (coders().TextEncoder)();
