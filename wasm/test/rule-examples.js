// The bad and the good example of each rule.

import { rules } from 'renewal-rules/tools';

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The examples in the format of the cases of `generated.js`. The value of a text that is not JSON is `null`. */
export const examples = rules().flatMap(({ bad, good, catalogue, options }) =>
  [bad, good].map((text) => ({
    catalogue,
    options: options === '' ? undefined : JSON.parse(options),
    text,
    value: parsed(text),
  })),
);
