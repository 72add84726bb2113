// Turns a product into a free trial, and back.

import { get } from '../json/json-value.js';
import * as module from '../module/module.js';
import { commit, endUndoGroup, text } from '../state/history.js';
import { initiator, initiatorAt, productPointer, value } from '../state/products.js';
import { lengthOf } from './chain-edits.js';
import { applyOperations, SETTINGS, setAt } from './text-edits.js';

/**
 * Products before the free-trial switch was turned on. Their prices and settings are restored when it is turned off.
 */
export const beforeTrial = new Map<string, unknown>();

export function setTrial(on: boolean): void {
  endUndoGroup();
  const base = productPointer(initiatorAt.value);
  const product = get(value.value, base);
  const key = `${initiatorAt.value} ${initiator.value?.id}`;
  if (on) {
    beforeTrial.set(key, product);
    const patch = module.freeTrialPatch(JSON.stringify(product)) ?? [];
    const moved = patch.map((operation) => ({ ...operation, path: base + operation.path }));
    commit({ text: applyOperations(text.value, moved) });
    return;
  }
  const was = beforeTrial.get(key);
  let next = setAt(text.value, `${base}${SETTINGS}/renew_ar`, get(was, `${SETTINGS}/renew_ar`) ?? { enable: true });
  for (let index = 0; index < lengthOf(get(product, '/variants')); index++) {
    const path = `/variants/${index}/price/common/price`;
    next = setAt(next, base + path, get(was, path) ?? '');
  }
  commit({ text: next });
}
