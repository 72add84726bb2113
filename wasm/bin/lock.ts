// Nobody else uses a file meanwhile.

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { codeOf, UsageError } from './console.js';

/** Whether a process of this computer runs. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Makes a file that says who made it, unless there is one. */
function isMade(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes the lock of a run that was killed. Of those who try, one does it, and of a later lock nobody. */
function isFreed(lock: string): boolean {
  const text = readFileSync(lock, 'utf8');
  const [computer, id, name] = text.split(' ');
  if (computer !== hostname() || name === undefined || isRunning(Number(id))) return false;
  const freeing = `${lock}.${name}`;
  if (!isMade(freeing, '')) return false;
  try {
    if (readFileSync(lock, 'utf8') === text) rmSync(lock);
    return true;
  } finally {
    rmSync(freeing);
  }
}

/** Does something while nobody else does the like with the same file. */
export async function locked<Done>(file: string, step: () => Promise<Done>): Promise<Done> {
  const lock = `${file}.lock`;
  const own = `${hostname()} ${process.pid} ${randomUUID()}`;
  if (!isMade(lock, own) && !(isFreed(lock) && isMade(lock, own))) {
    throw new UsageError(`${lock} exists: another run is using this plan. If none is, delete that file`);
  }
  try {
    return await step();
  } finally {
    rmSync(lock, { force: true });
  }
}
