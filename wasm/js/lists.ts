// Lists by a key.

/** Adds to the list that a map has for a key. */
export function add<Key, One>(lists: Map<Key, One[]>, key: Key, one: One): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

/** The lists as members of an object, which has no others. */
export const members = <One>(lists: Map<string, One[]>): { [key: string]: One[] } =>
  Object.assign(Object.create(null), Object.fromEntries(lists));
