import { Problems } from '../findings/problems.js';
import { parseJson } from '../json/json-value.js';
import { useBoundInput } from './bound-input.js';

/** Converts a numeric text to a number, ignoring leading zeros; returns other text unchanged. */
const toNumber = (text: string): unknown =>
  /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parseJson(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;

interface FieldProps {
  path: string;
  label: string;
  type?: 'text' | 'number';
  example?: string;
  /** Set if the parent component shows the findings about this field. */
  bare?: boolean;
}

/** Single-line input with label and findings. */
export function Field({ path, label, type = 'text', example, bare = false }: FieldProps) {
  const isNumber = type === 'number';
  const bound = useBoundInput<HTMLInputElement>(path, isNumber ? (text) => toNumber(text.trim()) : undefined);
  return (
    <div class="field">
      <label for={bound.id}>{label}</label>
      <input
        {...bound}
        placeholder={example}
        spellcheck={false}
        inputMode={isNumber ? 'numeric' : undefined}
        autocomplete="off"
      />
      {!bare && <Problems paths={[path]} />}
    </div>
  );
}

/** Multi-line input with label and findings. */
export function LongField({ path, label }: { path: string; label: string }) {
  const bound = useBoundInput<HTMLTextAreaElement>(path);
  return (
    <div class="field">
      <label for={bound.id}>{label}</label>
      <textarea {...bound} rows={2} spellcheck autocomplete="off" />
      <Problems paths={[path]} />
    </div>
  );
}
