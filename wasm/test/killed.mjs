// Preloaded into the command line: kills it at the point with the number KILL_AT. There is a point before and after
// each externally visible step. If the command line ends normally, the number of points is written to the file POINTS.

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

// Add a point before a request is sent, and one when its response arrives.
const { request } = http;
http.request = (/** @type {any} */ options) => {
  point();
  return request(options).prependListener('response', point);
};
syncBuiltinESMExports();
