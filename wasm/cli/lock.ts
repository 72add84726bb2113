// Lock files. A lock is held by one process. If that process is known to have ended without removing its lock, another
// process takes the lock over at once. If this cannot be known, the other process waits until the heartbeat of the lock
// has stopped.

import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf, messageOf, orError, orUndefined, UsageError } from './failure.js';
import { writtenPath } from './write.js';

/** Milliseconds between two heartbeats of a lock. */
const HEARTBEAT = 1000;
/** Milliseconds without a heartbeat after which the process that holds a lock counts as ended. */
const PATIENCE = 5000;

/** The process that holds a lock. */
interface Owner {
  readonly id: string;
  readonly host: string;
  /** Identifies the scope in which process ids are unique: a container, or a computer since it was started. */
  readonly realm: string;
  readonly pid: number;
  /** Start time of the process, if the system reports it. It tells a process from a later one with the same id. */
  readonly start: string | undefined;
}

/** Returns the fields of `/proc/PID/stat` from the third on. The second, a name, may contain spaces and parentheses. */
function procStat(pid: number): string[] | undefined {
  const text = orUndefined(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function realm(): string {
  const boot = orUndefined(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = orUndefined(() => fs.readlinkSync('/proc/self/ns/pid'));
  return boot === undefined || namespace === undefined ? hostname() : `${boot} ${namespace}`;
}

const STATE = 0;
const START_TIME = 19;

/** Returns whether a text is that of a lock. It is empty at first, and may be NUL bytes after a power failure. */
const isLock = (text: string): boolean => /^(\0*$|{"id":")/.test(text);

function parseOwner(text: string): Partial<Owner> {
  const owner: unknown = orUndefined(() => JSON.parse(text));
  return typeof owner === 'object' && owner !== null ? owner : {};
}

/** Returns whether a process runs; `undefined` if this cannot be known, for example on another computer. */
function isRunning({ realm: where, pid, start }: Partial<Owner>): boolean | undefined {
  if (where !== realm() || typeof pid !== 'number') return undefined;
  const stat = procStat(pid);
  if (stat !== undefined && start !== undefined) return stat[START_TIME] === start && !/^[ZX]/.test(stat[STATE] ?? '');
  const error = orError(() => process.kill(pid, 0), Error);
  return codeOf(error) === 'ESRCH' ? false : undefined;
}

/** Creates a file unless it exists; returns whether it was created. */
const tryCreate = (file: string, text: string): boolean =>
  orUndefined(() => fs.writeFileSync(file, text, { flag: 'wx' }) === undefined, ['EEXIST']) ?? false;

/** Returns the content of a lock file; `undefined` if it does not exist. Throws if the file is something else. */
function contentOf(lock: string): string | undefined {
  const text = orUndefined(() => fs.readFileSync(lock, 'utf8'), ['ENOENT']);
  if (text === undefined && fs.lstatSync(lock, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new UsageError(`${lock} is a link that leads nowhere; remove it`);
  if (text !== undefined && !isLock(text))
    throw new UsageError(`${lock} is not a lock file of this program, but has its name; name another file for --state`);
  return text;
}

/** Returns whether the process that holds a lock has ended. If only the heartbeat can tell, waits for one. */
async function isAbandoned(lock: string, text: string): Promise<boolean> {
  const running = isRunning(parseOwner(text));
  if (running !== undefined) return !running;
  const beat = () => orUndefined(() => fs.statSync(lock).mtimeMs);
  const first = beat();
  // Compare times of the lock file only with each other, as the clock of a file server may differ from ours.
  for (let waited = 0; waited < PATIENCE; waited += HEARTBEAT / 4) {
    await setTimeout(HEARTBEAT / 4);
    if (beat() !== first) return false;
  }
  return true;
}

/** Creates a lock file. Calls `remove` if another process left it; throws if another process holds it. */
async function acquire(lock: string, own: string, remove: (text: string) => Promise<void> | void): Promise<void> {
  while (!tryCreate(lock, own)) {
    const text = contentOf(lock);
    if (text === undefined) continue;
    const { pid, host } = parseOwner(text);
    const holder = pid === undefined ? '' : ` (process ${pid} on ${host})`;
    if (await isAbandoned(lock, text)) await remove(text);
    else if (contentOf(lock) === text)
      throw new UsageError(
        `${lock} exists: another run${holder} is using this plan; wait until it ends, then run the command again`,
      );
  }
}

/**
 * Removes an abandoned lock. A second lock file, the claim, lets only one process do so at a time: otherwise one could
 * remove the new lock that another has created meanwhile.
 */
async function removeAbandoned(lock: string, text: string, own: string): Promise<void> {
  const claim = `${lock}.claim`;
  await acquire(claim, own, () => fs.rmSync(claim, { force: true }));
  try {
    if (contentOf(lock) === text) fs.rmSync(lock, { force: true });
  } finally {
    fs.rmSync(claim, { force: true });
  }
}

/** Thrown if this process no longer holds its lock. */
export class LockError extends UsageError {}

/**
 * Throws a `LockError` if this process no longer holds its lock, for example because it was suspended and another process
 * took the lock over. The lock file is missing if the other process has ended since.
 */
export type AssertHeld = () => void;

/** Maximum length of a file name in bytes on most file systems. */
const LONGEST_NAME = 255;

/** Returns the path of a file's lock file, the same for each link to the file. A name that is too long is hashed. */
function lockOf(file: string): string {
  const target = writtenPath(file);
  const name = `${basename(target)}.lock`;
  if (Buffer.byteLength(`${name}.claim`) <= LONGEST_NAME) return `${target}.lock`;
  return join(dirname(target), `${createHash('sha256').update(name).digest('hex')}.lock`);
}

/** Runs `step` while this process holds the lock of a file. */
export async function locked<Done>(file: string, step: (assertHeld: AssertHeld) => Promise<Done>): Promise<Done> {
  const lock = lockOf(file);
  const { pid } = process;
  const owner: Owner = { id: randomUUID(), host: hostname(), realm: realm(), pid, start: procStat(pid)?.[START_TIME] };
  const own = JSON.stringify(owner);
  try {
    fs.mkdirSync(dirname(lock), { recursive: true });
    await acquire(lock, own, (text) => removeAbandoned(lock, text, own));
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${lock} cannot be created: ${messageOf(error)}`);
  }
  const content = () => orUndefined(() => fs.readFileSync(lock, 'utf8'));
  const ifHeld = (change: (now: Date) => void) => content() === own && orUndefined(() => change(new Date()));
  const timer = setInterval(() => ifHeld((now) => fs.utimesSync(lock, now, now)), HEARTBEAT).unref();
  try {
    return await step(() => {
      const text = content();
      if (text === undefined) throw new LockError(`${lock} was removed during this run`);
      if (text !== own) throw new LockError(`${lock}: another run has taken over this plan`);
    });
  } finally {
    clearInterval(timer);
    ifHeld(() => fs.rmSync(lock));
  }
}
