// Tests how files are written: everything except their text is preserved.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { CONFIG, cli, command, given, product, refused, startLine } from './cli.js';

const broken = '{"id":1,"licence_term":"p6d"}\n';
const fixed = '{"id":1,"licence_term":"P6D"}\n';
const setup = { initiator: product(undefined, { name: 'A' }), renewals: [], kinds: { ar: true } };

/**
 * Commands that write a file: the name of the file, its text before the command, and a function from the name to the
 * arguments.
 */
const ways = /** @type {[string, string, (name: string) => string[]][]} */ ([
  ['p.json', broken, (name) => ['check', '--fix', name]],
  ['known.json', '{}', (name) => ['check', '--suppress-all', '--suppressions-location', name, 'x.json']],
  [
    'known.json',
    '{"x.json":{"gone":1}}',
    (name) => ['check', '--prune-suppressions', '--suppressions-location', name, 'x.json'],
  ],
  ['report', 'old', (name) => ['check', '-f', `json=${name}`, 'x.json']],
  ['state', '', (name) => ['plan', '--state', name, '--not-made']],
]);

/** Creates the file of each command in a new folder, calls `arrange` with it, and runs the command. */
function written(arrange) {
  return ways.map(([name, content, args]) => {
    const cwd = given({ 'x.json': broken, 'setup.json': setup });
    const file = join(cwd, name);
    if (name === 'state') cli('plan --state state setup.json', { cwd });
    else writeFileSync(file, content);
    const before = readFileSync(file, 'utf8');
    const check = arrange(file, cwd) ?? (() => {});
    const { status, stderr } = cli(args(name), { cwd });
    assert.ok(status !== 2, `${args(name)}: ${stderr}`);
    assert.notEqual(readFileSync(file, 'utf8'), before, `${args(name)}`);
    check(file, cwd);
    assert.deepEqual(
      readdirSync(cwd).filter((name) => name.endsWith('.tmp')),
      [],
    );
    return cwd;
  });
}

/** Runs a shell script in a mount namespace of its own; `$RUN` in the script stands for the command. */
function mounted(script, cwd) {
  const map = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const run = script.replaceAll('$RUN', startLine);
  return spawnSync('unshare', [...map, '--mount', 'sh', '-ec', run], { cwd, encoding: 'utf8' });
}

/** Runs a Python script, which can set and print extended attributes, unlike Node.js. `f` is the path of the file. */
function attributes(file, script) {
  const { status, stdout, stderr } = spawnSync(
    'python3',
    ['-c', `import os, struct, sys; f = sys.argv[1]; ${script}`, file],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stderr);
  return stdout;
}

describe('a written file', () => {
  it('keeps its hard and symbolic links', () => {
    written((file, cwd) => {
      linkSync(file, join(cwd, 'other'));
      symlinkSync(file, join(cwd, 'link'));
      const { ino } = statSync(file);
      return () => {
        assert.equal(statSync(file).ino, ino);
        assert.equal(readFileSync(join(cwd, 'other'), 'utf8'), readFileSync(file, 'utf8'));
        assert.equal(readlinkSync(join(cwd, 'link')), file);
      };
    });
  });

  it('keeps its mode, owner, extended attributes and ACL', () => {
    const acl =
      "b''.join([struct.pack('<I', 2)] + [struct.pack('<HHI', *e) for e in ((1, 6, 2**32-1), (2, 4, 1234), (4, 4, 2**32-1), (16, 4, 2**32-1), (32, 0, 2**32-1))])";
    const shown = 'print([(n, os.getxattr(f, n)) for n in sorted(os.listxattr(f))])';
    written((file) => {
      chmodSync(file, 0o640);
      if (process.getuid?.() === 0) chownSync(file, 1234, 1235);
      attributes(file, `os.setxattr(f, 'user.origin', b'x'); os.setxattr(f, 'system.posix_acl_access', ${acl})`);
      const before = [attributes(file, shown), statSync(file).mode, statSync(file).uid, statSync(file).gid];
      assert.match(String(before[0]), /posix_acl_access.*user\.origin/);
      return () => {
        const { mode, uid, gid, mtimeMs } = statSync(file);
        assert.deepEqual([attributes(file, shown), mode, uid, gid], before);
        assert.ok(Date.now() - mtimeMs < 60_000, 'the modification time is updated');
      };
    });
  });

  it('may have a name of the maximum length', () => {
    const cwd = given({ 'x.json': broken });
    const long = `${'n'.repeat(250)}.json`;
    writeFileSync(join(cwd, long), broken);
    assert.equal(cli(['check', '--fix', long], { cwd }).status, 0);
    assert.equal(readFileSync(join(cwd, long), 'utf8'), fixed);
    const [report, known] = ['r', 'k'].map((letter) => letter.repeat(255));
    assert.equal(cli(['check', '-f', `json=${report}`, 'x.json'], { cwd }).status, 1);
    assert.equal(
      cli(['check', '--suppress-all', '--suppressions-location', String(known), 'x.json'], { cwd }).status,
      0,
    );
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(cwd, String(known)), 'utf8'))), ['x.json']);
    assert.equal(JSON.parse(readFileSync(join(cwd, String(report)), 'utf8')).length, 1);
  });

  it('may be a mount point, even in a read-only folder', () => {
    for (const [name, content, args] of ways) {
      const cwd = given({ 'x.json': broken, 'setup.json': setup, 'd/x.json': broken });
      if (name === 'state') cli('plan --state state setup.json', { cwd });
      else writeFileSync(join(cwd, name), content);
      const before = readFileSync(join(cwd, name), 'utf8');
      const line = args(`d/${name}`).join(' ');
      writeFileSync(join(cwd, `d/${name}`), '');
      // Only a state file needs a writable folder, because its lock file is created there.
      const readOnly = name === 'state' ? '' : 'mount --bind d d; mount -o remount,bind,ro d;';
      const script = `${readOnly} mount --bind ${name} d/${name}; $RUN ${line} || [ $? = 1 ]`;
      const { status, stderr } = mounted(script, cwd);
      assert.equal(status, 0, `${line}: ${stderr}`);
      assert.notEqual(readFileSync(join(cwd, name), 'utf8'), before, line);
      assert.deepEqual(readdirSync(join(cwd, 'd')).sort(), [name, 'x.json'].sort());
    }
  });

  it('keeps its old text if the disk is full', () => {
    const cwd = given({ 'x.json': `[${Array(200).fill(broken).join()}]`, 'd/none': '' });
    for (const more of ['', 'ln d/report d/other;']) {
      const script = `mount -t tmpfs -o size=8k tmpfs d; printf old > d/report; ${more}
        $RUN check -f json=d/report x.json || echo $?; cat d/report; ls -A d | grep tmp || true`;
      const { stdout, stderr } = mounted(script, cwd);
      assert.equal(stdout, '2\nold');
      assert.match(stderr, /ENOSPC/);
    }
  });

  it('keeps its old text if it is read-only', () => {
    const cwd = given({ 'd/p.json': broken });
    const script = 'mount --bind d d; mount -o remount,bind,ro d; $RUN check --fix d/p.json || echo $?';
    const { stdout, stderr } = mounted(script, cwd);
    assert.match(stdout, /\n2\n$/);
    assert.match(stderr, /d\/p\.json could not be written: the file system is read-only \(EROFS\)/);
    assert.equal(readFileSync(join(cwd, 'd/p.json'), 'utf8'), broken);
    assert.deepEqual(readdirSync(join(cwd, 'd')), ['p.json']);
  });

  it('is not replaced by a report about it', () => {
    const cwd = given({ 'p.json': broken });
    symlinkSync('p.json', join(cwd, 'link'));
    for (const name of ['p.json', './p.json', 'link'])
      refused(`check -f json=${name} p.json`, /p\.json is read: name another file for the output of --format/, {
        cwd,
      });
    assert.equal(readFileSync(join(cwd, 'p.json'), 'utf8'), broken);
  });

  it('is not replaced by a report if it was found in a folder', () => {
    const cwd = given({ 'd/p.json': broken, 'd/old.json': '{}' });
    symlinkSync('d', join(cwd, 'link'));
    for (const [name, files] of [
      ['d/p.json', 'd'],
      ['d/p.json', 'd/*.json'],
      ['link/p.json', 'd'],
    ])
      refused(`check -f json=${name} ${files}`, /d\/p\.json is read: name another file/, { cwd });
    assert.equal(readFileSync(join(cwd, 'd/p.json'), 'utf8'), broken);
    // A report in the folder has no products, so the next run replaces it.
    for (let run = 0; run < 2; run++) assert.equal(cli('check -f json=d/old.json d', { cwd }).status, 1);
  });

  it('does not replace a file that the command reads', () => {
    const cwd = given({
      'p.json': broken,
      'current.json': '{}',
      [CONFIG]: '{"extends":"./base.json"}',
      'base.json': '{}',
      'before.json': '{}',
      'other.json': { extends: './update.json', overrides: [{ files: ['x.json'], current: './base.json' }] },
      'update.json': { operation: 'update', current: './before.json' },
    });
    for (const name of ['before.json', 'base.json'])
      refused(`check --config other.json -f json=${name} p.json`, /is read: name another file/, { cwd });
    const update = '--operation update --current current.json';
    for (const name of ['current.json', CONFIG, 'base.json', './s.json'])
      refused(
        `check ${update} --suppress-all --suppressions-location s.json -f json=${name} p.json`,
        /is read: name another file/,
        {
          cwd,
        },
      );
    assert.equal(readFileSync(join(cwd, CONFIG), 'utf8'), '{"extends":"./base.json"}');
  });

  it('is created through a link to a missing file', () => {
    const cwd = given({ 'x.json': broken, 'd/none': '' });
    symlinkSync('d/report', join(cwd, 'link'));
    assert.equal(cli('check -f json=link x.json', { cwd }).status, 1);
    assert.ok(lstatSync(join(cwd, 'link')).isSymbolicLink());
    assert.equal(statSync(join(cwd, 'd/report')).mode & 0o777, 0o666 & ~process.umask());
  });

  it('is written despite temporary files of a killed run', () => {
    const cwd = given({ 'p.json': broken });
    // In a container, each run may have the process id 1.
    const script = 'for id in 1 $$; do touch .p.json.$id.tmp; done; exec $RUN check --fix p.json';
    assert.equal(mounted(script, cwd).status, 0);
    assert.equal(readFileSync(join(cwd, 'p.json'), 'utf8'), fixed);
  });

  it('keeps concurrent changes of another program', () => {
    const cwd = given({ 'p.json': broken, 'q.jsonc': broken, 'r.json': broken });
    // The other program changes a file when the temporary file of its new text is created.
    const preload = join(cwd, 'other.cjs');
    writeFileSync(
      preload,
      `const fs = require('fs'); const { openSync } = fs; const names = ['p.json', 'q.jsonc'];
      fs.openSync = (path, ...more) => {
        if (String(path).endsWith('.tmp') && names.length > 0) fs.appendFileSync(names.shift(), ' ');
        return openSync(path, ...more);
      };`,
    );
    const env = { ...process.env, NODE_OPTIONS: `--require ${preload}` };
    const args = [command, 'check', '--fix', 'p.json', 'q.jsonc', 'r.json'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    assert.equal(status, 2);
    const names = ['p.json', 'q.jsonc'];
    for (const name of names)
      assert.match(stderr, new RegExp(`${name} could not be written: another program has changed`));
    const texts = [...names, 'r.json'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    assert.deepEqual(texts, [`${broken} `, `${broken} `, fixed]);
    assert.deepEqual(
      readdirSync(cwd).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('cannot be a named pipe', () => {
    const cwd = given({ 'p.json': broken });
    assert.equal(spawnSync('mkfifo', ['pipe'], { cwd }).status, 0);
    refused(
      'check --fix p.json pipe',
      /--fix has no file to write the pipe pipe to; --fix-dry-run --format json prints/,
      {
        cwd,
      },
    );
    assert.equal(readFileSync(join(cwd, 'p.json'), 'utf8'), broken);
  });
});
