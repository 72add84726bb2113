// The state of the page as a part of its address, readable and without a server.

/** An address longer than this is no one's product. */
const LONGEST = 200_000;

export function addressOf(text, form) {
  const stated = [...new FormData(form)].filter(([name, value]) => value !== '' && value !== preset(form.elements.namedItem(name)));
  return `#${new URLSearchParams([['json', text], ...stated])}`;
}

/** What a control has when nobody chose. Today is not: the address is followed on another day. */
const preset = (control) => (control instanceof HTMLSelectElement ? control.options[0].value : '');

/** Takes the state from an address; the text, or `undefined` where the address has none. */
export function fromAddress(hash, form) {
  if (hash.length > LONGEST) return undefined;
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
