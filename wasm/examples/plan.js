// Carries out a plan with `fetch`, and goes on where it stopped when it is run again:
// node plan.js SETUP.json STATE.json BASE_URL [ID | not-made]
//
// Where no answer says whether a product was created, somebody must look; the next run is given its id, or
// that it was not made. So none is ever created twice.
//
// How the token is presented is not part of the interface document: add your header to `send`. The emulator needs
// none with --no-token. `renewal-rules apply` does all this, and logs in.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import { planFeed, planMade, planNew, planNext, planNotMade } from 'renewal-rules/tools';

const [setupFile, stateFile, base, became] = process.argv.slice(2);

/** Writes the plan so that there is always a whole one. */
function keep(plan) {
  writeFileSync(`${stateFile}.new`, plan);
  renameSync(`${stateFile}.new`, stateFile);
  return plan;
}

function begin() {
  if (existsSync(stateFile)) return readFileSync(stateFile, 'utf8');
  const { ok, message, plan, report } = planNew(readFileSync(setupFile));
  if (!ok) throw new Error(message);
  if (plan === null) throw new Error(report.diagnostics.map((one) => `${one.path}: ${one.message}`).join('\n'));
  return keep(plan);
}

async function send({ method, url, headers, body }) {
  const answer = await fetch(url, { method, headers, body });
  return { status: answer.status, body: await answer.text() };
}

/** The plan after a step that went well, or else the error that says what to do. */
function after(step) {
  if (!step.ok) throw new Error(step.message);
  const plan = keep(step.plan);
  if (step.error) throw new Error(step.error.message);
  return plan;
}

let plan = begin();
if (became !== undefined) plan = after(became === 'not-made' ? planNotMade({ plan }) : planMade({ plan, id: Number(became) }));
for (;;) {
  const next = planNext({ plan, base });
  // Kept before it is sent: whatever happens now, it is known that it was.
  plan = after(next);
  if (next.request === null) {
    console.log(`done: ${next.progress.done} calls`);
    break;
  }
  plan = after(planFeed({ plan, ...(await send(next.request)) }));
}
