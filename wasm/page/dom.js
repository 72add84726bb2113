// The few things that the page needs to make elements. Text only ever becomes text.

/** An element with its properties (`attributes` for those that are none) and children. */
export function make(tag, { attributes = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

export const button = (text, onclick, rest) => make('button', { type: 'button', textContent: text, onclick, ...rest });

/** An id for the element of a field: a path may have characters that would part a list of ids. */
export const idOf = (path) => `field${path.replaceAll(/[^\w/-]/g, (one) => `.${one.charCodeAt(0).toString(16)}.`)}`;

let pending;

/**
 * Shows it, and has a screen reader say it, once the typing rests: every letter would be too much.
 * `news` stands elsewhere already, and is said only.
 */
export function announce(text, news = '') {
  clearTimeout(pending);
  pending = setTimeout(() => {
    byId('status').textContent = text;
    byId('news').textContent = news;
  }, 500);
}
