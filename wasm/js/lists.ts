// Lists by a key.

/** Adds to the list that a map has for a key. */
export function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The lists as members of an object, which has no others. */
export const members = <Item>(lists: Map<string, Item[]>): { [key: string]: Item[] } =>
  Object.assign(Object.create(null), Object.fromEntries(lists));
