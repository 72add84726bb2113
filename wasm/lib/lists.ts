// Arrays by key.

/** Appends to the array of a key. */
export function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Returns the arrays as an object without prototype. */
export const members = <Item>(lists: Map<string, Item[]>): { [key: string]: Item[] } =>
  Object.assign(Object.create(null), Object.fromEntries(lists));
