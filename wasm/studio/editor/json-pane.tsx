// JSON tab. It shows a plain text area until the editor is loaded.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/elements.js';
import { copy, notify } from '../controls/toast.js';
import { applyAllFixes, commitTyped, formatText } from '../edits/text-edits.js';
import { Finding } from '../findings/finding.js';
import { endTyping, goToFinding } from '../findings/findings.js';
import { t } from '../language/language.js';
import { endUndoGroup, text } from '../state/history.js';
import { findings, optionError } from '../state/report.js';

const MAX_FINDINGS = 40;

/** Runs a callback when the browser is idle, or soon if it cannot tell. */
const whenIdle = (act: () => void): number =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(act, { timeout: 4000 }) : window.setTimeout(act);

interface EditorProps {
  /** Loads the editor; called when the browser is idle. */
  load(): Promise<Pick<typeof import('./editor.js'), 'openEditor'>>;
}

function Editor({ load }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let close: (() => void) | undefined;
    const open = async () => {
      const { openEditor } = await load();
      // The user may have left the tab in the meantime.
      if (!host.current) return;
      close = openEditor(host.current);
      setReady(true);
    };
    whenIdle(() => open().catch(() => {}));
    return () => close?.();
  }, [load]);
  return (
    <>
      {!ready && (
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

export function Json({ load }: EditorProps) {
  const all = findings.value;
  const fix = async () => {
    endTyping();
    const message = applyAllFixes().then(
      (count) => t('fixed', { count }),
      () => optionError.value ?? t('not-loaded'),
    );
    notify(await message);
  };
  return (
    <div class="json">
      <Editor load={load} />
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
              <Finding finding={finding} isTabbable />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
