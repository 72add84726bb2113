// Completion of field names from the JSON Schema of products.

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import SCHEMA from '../../schema.json';
import { parseJson } from '../json/json.js';

/** The subset of JSON Schema that completion reads. */
interface Schema {
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly patternProperties?: { readonly [pattern: string]: Schema };
}

/** Returns the names on the path to a node, outermost first. Array elements have the name `0`: they share a schema. */
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

/** Returns the object whose member name is being typed at a node; `undefined` if none can be typed there. */
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

export function completions(context: CompletionContext): CompletionResult | null {
  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  const word = context.matchBefore(/"[\w]*/) ?? context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  const object = objectAt(node);
  if (object === undefined) return null;
  const path = pathOf(context.state, object);
  // In a catalogue, the schema describes the elements of the array.
  if (/^\s*\[/.test(context.state.sliceDoc(0, 200))) path.shift();
  const schema = path.reduce<Schema | undefined>(childSchema, SCHEMA);
  const options = Object.entries(schema?.properties ?? {}).map(([name, { description = '' }]) => ({
    label: name,
    apply: (view: EditorView) => insertName(view, name),
    info: description,
    type: 'property',
  }));
  const quote = word?.text.startsWith('"') ? 1 : 0;
  return { from: word ? word.from + quote : context.pos, options, validFor: /^\w*$/ };
}
