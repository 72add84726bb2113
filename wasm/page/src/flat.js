/** What a call gives, or the message that says why it gives nothing, beside `ok`. */
export const flat = ({ ok, value, error }) => ({ ok, ...value, ...error });
