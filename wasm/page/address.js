// The state of the page as a part of its address, readable and without a server.

/** A longer address is more than some browsers follow. */
const LONGEST = 500_000;

/** The address of the state; `undefined` where it would be too long. */
export function addressOf(text, form) {
  const stated = [...new FormData(form)].filter(([name, value]) => value !== '' && value !== preset(form.elements.namedItem(name)));
  const hash = `#${new URLSearchParams([['json', text], ...stated])}`;
  return hash.length > LONGEST ? undefined : hash;
}

/** What a control has when nobody chose. Today is not: the address is followed on another day. */
const preset = (control) => (control instanceof HTMLSelectElement ? control.options[0].value : '');

/** Takes the state from an address; the text, or `undefined` where the address has none. */
export function fromAddress(hash, form) {
  const given = new URLSearchParams(hash.slice(1));
  const text = given.get('json');
  if (text === null) return undefined;
  form.reset();
  for (const control of form.elements) {
    const value = given.get(control.name);
    if (value === null) continue;
    if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value)) continue;
    control.value = value;
  }
  return text;
}
