// Executes a plan with `fetch`. Run it again to resume after an interruption:
// node plan.js SETUP.json STATE.json BASE_URL [ID | not-made]
//
// If a response does not tell whether a product was created, look it up in the service, then resume with its id or with
// `not-made`. This way no product is created twice.
//
// The interface document does not specify how to send the token: add your header in `send`. The emulator needs none if
// started with --no-token. `renewal-rules apply` does all this and logs in.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import { jsonText, Plan } from 'renewal-rules/tools';

const [setupFile, stateFile, base, outcome] = process.argv.slice(2);

/** Saves the plan atomically. */
function save(plan) {
  writeFileSync(`${stateFile}.new`, String(plan));
  renameSync(`${stateFile}.new`, stateFile);
}

async function send({ method, url, headers, body }) {
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, body: await response.text() };
}

const plan = existsSync(stateFile)
  ? Plan.parse(jsonText(readFileSync(stateFile)))
  : Plan.create(jsonText(readFileSync(setupFile)));
if (outcome === 'not-made') plan.markNotCreated();
else if (outcome !== undefined) plan.markCreated(Number(outcome));
for (let request = plan.next({ base }); request !== null; request = plan.next({ base })) {
  // Save before sending: after a crash, the plan shows that the request may have been sent.
  save(plan);
  const response = await send(request);
  try {
    plan.recordResponse(response);
  } finally {
    save(plan);
  }
}
console.log(`done: ${plan.progress.done} calls`);
