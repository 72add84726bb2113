// Loaded before the command line: kills it at a point of its work, each before or after a step that is seen from
// outside. KILL_AT numbers the points; where it comes to an end, the file POINTS is told how many there were.

import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.KILL_AT);
const { writeFileSync } = fs;
process.on('exit', () => writeFileSync(process.env.POINTS, String(Number(process.env.KILL_AT) - left)));

function point() {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
}

for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    point();
    return real(...args);
  };
}

// Before a request is written, and when its response arrives.
const { request } = http;
http.request = (/** @type {any} */ options) => {
  point();
  return request(options).prependListener('response', point);
};
syncBuiltinESMExports();
