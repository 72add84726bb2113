// JSON tab. A plain text area is available at once; the editor replaces it when loaded.

import { useEffect, useRef, useState } from 'preact/hooks';
import { applyAllFixes, formatText } from '../src/edits.js';
import { endTyping, goToFinding, notify } from '../src/findings.js';
import { t } from '../src/language.js';
import { loadChunk } from '../src/lazy.js';
import { commit, endUndoGroup, findings, optionError, text } from '../src/state.js';
import { Button } from './Button.js';
import { Finding } from './Problems.js';

const MAX_FINDINGS = 40;

export async function copy(words: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    notify(said);
  } catch {
    notify(t('not-copied'));
  }
}

const LINE_END = /\r\n?|\n/g;

/**
 * Commits edited text with its original line endings: browsers and the editor normalize them to LF. A new
 * line gets CRLF if all lines have it, else LF.
 */
function commitTyped(next: string): void {
  const ends = text.value.match(LINE_END) ?? [];
  const fresh = ends.length > 0 && ends.every((end) => end === '\r\n') ? '\r\n' : '\n';
  const [before, after] = [text.value.split(LINE_END), next.split('\n')];
  const fewer = before.length - after.length;
  let same = 0;
  while (same < ends.length && before[same] === after[same]) same += 1;
  const end = (index: number) => (index < same ? ends[index] : index + fewer >= same && ends[index + fewer]) || fresh;
  commit({ text: after.reduce((all, line, index) => all + end(index - 1) + line) }, 'json');
}

/** Runs a callback when the browser is idle and returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(act, { timeout: 4000 });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(act);
  return () => clearTimeout(waiting);
}

/** Editor, loaded when the browser is idle. */
function Editor() {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let close: (() => void) | undefined;
    const load = () =>
      loadChunk()
        .then(({ openEditor }) => {
          if (host.current) close = openEditor(host.current, { typed: commitTyped, pause: endUndoGroup });
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
          onInput={({ currentTarget }) => commitTyped(currentTarget.value)}
          onBlur={endUndoGroup}
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
    const said = applyAllFixes().then(
      (count) => t('fixed', { count }),
      () => optionError.value ?? t('not-loaded'),
    );
    notify(await said);
  };
  return (
    <div class="json">
      <Editor />
      <div class="bar">
        <Button label={t('format')} act={formatText} />
        <Button id="copy" label={t('copy')} act={() => copy(text.value, t('copied-text'))} />
        <Button id="fix-all" label={t('fix-all')} disabled={!all.some(({ fix }) => fix)} act={fix} />
      </div>
      {all.length > 0 && (
        <ol class="list" id="findings" aria-label={t('findings')}>
          {all.slice(0, MAX_FINDINGS).map((finding) => (
            <li key={finding.path + finding.code + finding.messageId}>
              <Button
                label={finding.location ? t('line', { line: finding.location.line }) : finding.path}
                act={() => goToFinding(finding)}
              />
              <Finding finding={finding} isKeyed />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
