// The JSON beside the form. A plain text area is there at once; the editor takes its place when it has
// been fetched.

import { useEffect, useRef, useState } from 'preact/hooks';
import { fixAll, tidy } from '../src/edits.js';
import { endTyping, go, notify } from '../src/findings.js';
import { t } from '../src/language.js';
import { rest } from '../src/later.js';
import { commit, findings, pause, text, trouble } from '../src/state.js';
import { Button } from './Button.js';
import { Finding } from './Problems.js';

const SHOWN = 40;

export async function copy(words: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    notify(said);
  } catch {
    notify(t('not-copied'));
  }
}

const END = /\r\n?|\n/g;

/** What is typed in has the ends of its lines made plain: those that were there stay, and a new one is as all of them are. */
function typed(next: string): void {
  const ends = text.value.match(END) ?? [];
  const fresh = ends.length > 0 && ends.every((end) => end === '\r\n') ? '\r\n' : '\n';
  const [before, after] = [text.value.split(END), next.split('\n')];
  const fewer = before.length - after.length;
  let same = 0;
  while (same < ends.length && before[same] === after[same]) same += 1;
  const end = (index: number) => (index < same ? ends[index] : index + fewer >= same && ends[index + fewer]) || fresh;
  commit({ text: after.reduce((all, line, index) => all + end(index - 1) + line) }, 'json');
}

/** Does something once the page has nothing better to do; gives what calls that off. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(act, { timeout: 4000 });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(act);
  return () => clearTimeout(waiting);
}

/** The editor, once the page has nothing better to do. */
function Editor() {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let close: (() => void) | undefined;
    const load = () =>
      rest()
        .then(({ open }) => {
          if (host.current) close = open(host.current, { typed, pause });
          setReady(true);
        })
        .catch(() => setFailed(true));
    const stop = whenIdle(load);
    return () => {
      stop();
      close?.();
    };
  }, []);
  return (
    <>
      {(!ready || failed) && (
        <textarea
          id="json"
          class="plain"
          value={text.value}
          spellcheck={false}
          wrap="off"
          aria-label={t('json')}
          onInput={({ currentTarget }) => typed(currentTarget.value)}
          onBlur={pause}
        />
      )}
      <div ref={host} id="editor" class="editor" hidden={!ready} />
    </>
  );
}

export function Json() {
  const all = findings.value;
  const fix = async () => {
    endTyping();
    const said = fixAll().then(
      (count) => t('fixed', { count }),
      () => trouble.value ?? t('not-loaded'),
    );
    notify(await said);
  };
  return (
    <div class="json">
      <Editor />
      <div class="bar">
        <Button label={t('tidy')} act={tidy} />
        <Button id="copy" label={t('copy')} act={() => copy(text.value, t('copied-text'))} />
        <Button id="fix-all" label={t('fix-all')} disabled={!all.some(({ fix }) => fix)} act={fix} />
      </div>
      {all.length > 0 && (
        <ol class="list" id="findings" aria-label={t('findings')}>
          {all.slice(0, SHOWN).map((finding) => (
            <li key={finding.path + finding.code + finding.messageId}>
              <Button
                label={finding.location ? t('line', { line: finding.location.line }) : finding.path}
                act={() => go(finding)}
              />
              <Finding finding={finding} isKeyed />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
