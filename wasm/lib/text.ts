// Encodes and decodes UTF-8. The coders are created at the first call, not when the file loads.

import { coders } from 'source';

export const decoder = (): TextDecoder => new (coders().TextDecoder)('utf-8', { ignoreBOM: true });

export const encoder = (): TextEncoder => new (coders().TextEncoder)();

/** Returns the given text, or the decoded bytes, without a byte order mark. */
export const textOf = (source: unknown): string =>
  (typeof source === 'string' ? source : decoder().decode(new Uint8Array(bytesOf(source)))).replace(/^\ufeff/, '');

/** Returns the bytes of a buffer or of a view of one. */
const bytesOf = (source: unknown): ArrayLike<number> | ArrayBuffer =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : (source as ArrayBuffer);
