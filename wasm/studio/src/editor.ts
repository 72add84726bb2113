// JSON editor (CodeMirror) with highlighting, diagnostics, fixes and completion of field names. Rendered in a shadow
// root, so that its injected styles comply with the page's content security policy. Undo and redo belong to the page.

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { effect } from '@preact/signals';
import type { ReportLocation } from '../../lib/model.js';
import SCHEMA from '../../schema.json';
import { applyFix } from './edits.js';
import { language, t } from './language.js';
import { findings, text } from './state.js';
import { parseJson } from './value.js';

/** The subset of JSON Schema that completion reads. */
interface Schema {
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly patternProperties?: { readonly [pattern: string]: Schema };
}

const PRODUCT_SCHEMA: Schema = SCHEMA;

const FROM_PAGE = Annotation.define();

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--ground)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, monospace', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--panel)', borderRight: '1px solid var(--faint)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)', outline: 'none' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    maxWidth: '30rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-diagnosticAction': {
    color: 'var(--accent)',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--accent)',
    borderRadius: '4px',
    font: 'inherit',
    fontWeight: '600',
  },
  '@media print': {
    '.cm-scroller': { overflow: 'visible' },
    '.cm-content': { whiteSpace: 'pre-wrap', flexShrink: '1' },
  },
});

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
]);

/** Returns the member names on the path to a node, outermost first; `0` for an array element. */
function pathOf(state: EditorState, node: SyntaxNode | null): string[] {
  const path: string[] = [];
  for (let at = node; at; at = at.parent) {
    if (at.name === 'Property') path.unshift(String(parseJson(state.sliceDoc(at.firstChild?.from, at.firstChild?.to))));
    else if (at.parent?.name === 'Array') path.unshift('0');
  }
  return path;
}

const childSchema = (schema: Schema | undefined, name: string): Schema | undefined =>
  schema?.properties?.[name] ?? schema?.items ?? Object.values(schema?.patternProperties ?? {})[0];
const schemaAt = (path: readonly string[]): Schema | undefined =>
  path.reduce<Schema | undefined>(childSchema, PRODUCT_SCHEMA);

/**
 * Returns the object whose member name is being typed at a node; `undefined` if no member name can be typed
 * there.
 */
function objectAt(node: SyntaxNode): SyntaxNode | null | undefined {
  if (node.name === 'PropertyName') return node.parent?.parent;
  if (node.name === 'Object') return node;
  const isBroken = node.name === '⚠' && node.parent?.name === 'Object';
  return isBroken || node.name === '{' ? node.parent : undefined;
}

/** Inserts a member name with quotes and a colon, replacing the partly typed name. */
function insertName(view: EditorView, name: string): void {
  const { state } = view;
  const { head } = state.selection.main;
  const start = state.sliceDoc(0, head).search(/"?\w*$/);
  const [rest = '', colon = ': '] = /^\w*"?(\s*:)?/.exec(state.sliceDoc(head, head + 80)) ?? [];
  const text = `"${name}"${colon}`;
  view.dispatch({
    changes: { from: start, to: head + rest.length, insert: text },
    selection: { anchor: start + text.length },
    userEvent: 'input.complete',
  });
}

/** Completes field names from the schema. */
function completions(context: CompletionContext): CompletionResult | null {
  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  const word = context.matchBefore(/"[\w]*/) ?? context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  const object = objectAt(node);
  if (object === undefined) return null;
  const path = pathOf(context.state, object);
  // In a catalogue, the schema describes each element.
  if (/^\s*\[/.test(context.state.sliceDoc(0, 200))) path.shift();
  const options = Object.entries(schemaAt(path)?.properties ?? {}).map(([name, { description = '' }]) => ({
    label: name,
    apply: (view: EditorView) => insertName(view, name),
    info: description,
    type: 'property',
  }));
  const quote = word?.text.startsWith('"') ? 1 : 0;
  return { from: word ? word.from + quote : context.pos, options, validFor: /^\w*$/ };
}

/** Converts the location of a finding to editor offsets. */
function toOffsets(doc: Text, { line, column, endLine, endColumn }: ReportLocation): { from: number; to: number } {
  const at = (of: number, column: number) => {
    const found = doc.line(Math.min(of, doc.lines));
    return Math.min(found.from + column - 1, found.to);
  };
  const from = at(line, column);
  // Underline only the first line of a longer range.
  return { from, to: endLine > line ? doc.lineAt(from).to : Math.max(from, at(endLine, endColumn)) };
}

/**
 * Opens the editor in an element and returns a function that closes it. `typed` receives the text after each
 * edit.
 */
export function openEditor(host: Element, { typed, pause }: { typed(text: string): void; pause(): void }): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const labels = new Compartment();
  const labelAttributes = () => EditorView.contentAttributes.of({ 'aria-label': t('json'), id: 'json', tabindex: '0' });
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
        syntaxHighlighting(highlighting),
        theme,
        labels.of(labelAttributes()),
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
            typed(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: () => pause() }),
      ],
    }),
  });
  let lastKey: string | undefined;
  const updateDiagnostics = () => {
    const shown = findings.peek();
    const key = JSON.stringify(shown.map(({ message, location, fix }) => [message, location, fix]));
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
  // Debounced: typing in the form must not wait for the editor to update.
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const scheduleSync = () => {
    clearTimeout(waiting);
    waiting = setTimeout(syncFromState, 200);
  };
  const stops = [
    effect(() => {
      text.value;
      findings.value;
      scheduleSync();
    }),
    effect(() => {
      language.value;
      view.dispatch({ effects: labels.reconfigure(labelAttributes()) });
    }),
    () => clearTimeout(waiting),
  ];
  syncFromState();
  return () => {
    for (const stop of stops) stop();
    view.destroy();
  };
}

/** Returns the smallest single replacement between two texts, so that the cursor stays in place. */
function difference(now: string, next: string): { from: number; to: number; insert: string } {
  let from = 0;
  const shorter = Math.min(now.length, next.length);
  while (from < shorter && now[from] === next[from]) from += 1;
  let end = 0;
  while (end < shorter - from && now[now.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { from, to: now.length - end, insert: next.slice(from, next.length - end) };
}
