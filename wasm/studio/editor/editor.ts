// JSON editor (CodeMirror) with highlighting, diagnostics, fixes and completion of field names. It is rendered in a
// shadow root, so that the page's content security policy allows its styles. Undo and redo belong to the page.

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { effect } from '@preact/signals';
import type { ReportLocation } from '../../lib/model.js';
import { applyFix, commitTyped } from '../edits/text-edits.js';
import { language, t } from '../language/language.js';
import { endUndoGroup, text } from '../state/history.js';
import { findings } from '../state/report.js';
import css from '../static/editor.css' with { type: 'text' };
import { completions } from './completion.js';

const FROM_PAGE = Annotation.define();

function toOffsets(doc: Text, { line, column, endLine, endColumn }: ReportLocation): { from: number; to: number } {
  const at = (of: number, column: number) => {
    const found = doc.line(Math.min(of, doc.lines));
    return Math.min(found.from + column - 1, found.to);
  };
  const from = at(line, column);
  // Underline only the first line of a longer range.
  return { from, to: endLine > line ? doc.lineAt(from).to : Math.max(from, at(endLine, endColumn)) };
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/** Opens the editor in an element and returns a function that closes it. */
export function openEditor(host: Element): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text.peek(),
      extensions: [
        lineNumbers(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        lintGutter(),
        json(),
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of(() => ({ 'aria-label': t('json'), id: 'json', tabindex: '0' })),
        autocompletion({ override: [completions] }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          { key: 'Tab', run: acceptCompletion },
          ...defaultKeymap,
        ]),
        EditorState.tabSize.of(2),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(FROM_PAGE)))
            commitTyped(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: endUndoGroup }),
      ],
    }),
  });
  // CodeMirror inserts its own style sheets before this one.
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((known) => known !== sheet), sheet];
  let lastKey: string | undefined;
  const updateDiagnostics = () => {
    const shown = findings.peek();
    const key = JSON.stringify([language.peek(), shown.map(({ message, location, fix }) => [message, location, fix])]);
    if (key === lastKey) return;
    lastKey = key;
    const diagnostics = shown.flatMap((finding) => {
      const { location, severity, message } = finding;
      if (location === undefined) return [];
      const actions = finding.fix ? [{ name: t('fix'), apply: () => applyFix(finding) }] : [];
      return [{ ...toOffsets(view.state.doc, location), severity, message, actions }];
    });
    view.dispatch(setDiagnostics(view.state, diagnostics));
  };
  const syncFromState = () => {
    const next = text.peek().replaceAll(/\r\n?/g, '\n');
    const now = view.state.doc.toString();
    if (next !== now) view.dispatch({ changes: difference(now, next), annotations: FROM_PAGE.of(true) });
    updateDiagnostics();
  };
  // Debounced, so that typing in the form does not wait for the editor to update.
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    text.value;
    findings.value;
    language.value;
    clearTimeout(waiting);
    waiting = setTimeout(syncFromState, 200);
  });
  syncFromState();
  return () => {
    stop();
    clearTimeout(waiting);
    view.destroy();
  };
}

/** Returns the single, smallest replacement that turns one text into another, so that the cursor stays in place. */
function difference(now: string, next: string): { from: number; to: number; insert: string } {
  let from = 0;
  const shorter = Math.min(now.length, next.length);
  while (from < shorter && now[from] === next[from]) from += 1;
  let end = 0;
  while (end < shorter - from && now[now.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { from, to: now.length - end, insert: next.slice(from, next.length - end) };
}
