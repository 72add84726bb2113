// Carries out a plan with `fetch`, and goes on where it stopped when it is run again:
// node plan.js SETUP.json STATE.json BASE_URL [ID | not-made]
//
// Where no answer says whether a product was created, somebody must look; the next run is given its id, or
// that it was not made. So none is ever created twice.
//
// How the token is presented is not part of the interface document: add your header to `send`. The emulator needs
// none with --no-token. `renewal-rules apply` does all this, and logs in.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import { Plan } from 'renewal-rules/tools';

const [setupFile, stateFile, base, became] = process.argv.slice(2);

/** Keeps the plan so that there is always a whole one. */
function keep(plan) {
  writeFileSync(`${stateFile}.new`, String(plan));
  renameSync(`${stateFile}.new`, stateFile);
}

/** What a step gives, or else the error that says what to do. */
function given({ ok, value, error }) {
  if (!ok) throw new Error(error.message);
  return value;
}

async function send({ method, url, headers, body }) {
  const answer = await fetch(url, { method, headers, body });
  return { status: answer.status, body: await answer.text() };
}

const plan = given(existsSync(stateFile) ? Plan.parse(readFileSync(stateFile)) : Plan.create(readFileSync(setupFile)));
if (became !== undefined) given(became === 'not-made' ? plan.deny() : plan.confirm(Number(became)));
for (let request = given(plan.next({ base })); request !== null; request = given(plan.next({ base }))) {
  // Kept before it is sent: whatever happens now, it is known that it was.
  keep(plan);
  const answered = plan.answer(await send(request));
  keep(plan);
  given(answered);
}
console.log(`done: ${plan.progress.done} calls`);
