// Measures the time of functions in turn, and prints the results.

// Results are assigned to this variable, so that the engine cannot eliminate the calls.
let sink;

/**
 * Returns the best time per call of each function in nanoseconds. The functions run in turn: in each round, each is
 * called for about `millisecondsARound`.
 */
export function race(contestants, { rounds = 25, millisecondsARound = 40 } = {}) {
  const entries = Object.entries(contestants);
  const clock = (call, calls) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < calls; i++) sink = call();
    return Number(process.hrtime.bigint() - start);
  };
  const calls = entries.map(([, call]) => {
    // Call the function until the engine has optimized it.
    for (let spent = 0, i = 0; i < 20_000 && spent < 3e8; i++) spent += clock(call, 1);
    return Math.max(1, Math.round((millisecondsARound * 1e6) / clock(call, 1)));
  });
  const best = entries.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    entries.forEach(([, call], at) => {
      globalThis.gc?.();
      best[at] = Math.min(best[at], clock(call, calls[at]) / calls[at]);
    });
  }
  if (sink === undefined) throw new Error('a function returned undefined');
  return entries.map(([name, call], at) => ({ name, nanoseconds: best[at], found: call() }));
}

/** Prints the times, with ratios to the row that `base` names, by default the first. */
export function printTable(title, rows, { base = rows[0].name } = {}) {
  const unit = rows.find((row) => row.name === base).nanoseconds;
  console.log(`\n${title}\n   ratio         time  problems`);
  for (const { name, nanoseconds, found } of rows) {
    const time = nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toFixed(2)} µs` : `${(nanoseconds / 1e6).toFixed(0)} ms`;
    console.log(
      `${(nanoseconds / unit).toFixed(2).padStart(8)} ${time.padStart(12)} ${String(found).padStart(9)}  ${name}`,
    );
  }
}
