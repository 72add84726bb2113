// The set-up as the planner takes it, and the planner's calls with placeholders for the ids that nobody
// knows before the products are created.

import { baseOf } from './edits.js';
import { boxes } from './state.js';
import { get, laidOut } from './value.js';

/** The set-up that is looked at, as if none of its products were there yet. */
export function setUpOf(value) {
  const product = (box) => (box.index < 0 ? box.id : get(value, baseOf(box.index)));
  const fresh = ({ id, renew_settings, ...rest }) => rest;
  const [first, ...renewals] = boxes.value.map(product);
  const settings = first.renew_settings ?? {};
  return {
    initiator: fresh(first),
    renewals: renewals.map((one) => (typeof one === 'number' ? one : fresh(one))),
    kinds: {
      ar: settings.renew_ar?.enable === true ? { required: settings.renew_ar.required === true } : false,
      pmr: settings.renew_pmr === true,
      email: settings.renew_email === true,
    },
  };
}

/** Ids that no product has stand for those to come. */
const FIRST = 9007199254740000;

/** The calls of a plan, each taken as made. */
export function steps(tools, { plan, progress }) {
  const made = [];
  const all = [];
  const named = (text) => made.reduce((shown, { id, position }) => shown.replaceAll(String(id), `{id of ${String.fromCharCode(65 + position)}}`), text);
  for (const step of progress.steps) {
    const next = tools.planNext({ plan });
    if (!next.ok || !next.request) break;
    const position = step.path === '/initiator' ? 0 : Number(step.path.split('/')[2]) + 1;
    const { request } = next;
    all.push({ call: step.call, position, request: { ...request, path: named(request.path), body: named(laidOut(request.body)) } });
    const id = FIRST + position;
    const after = step.call === 'create' ? tools.planMade({ plan: next.plan, id }) : tools.planFeed({ plan: next.plan, status: 200, body: '' });
    if (step.call === 'create') made.push({ id, position });
    plan = after.plan;
  }
  return all;
}
