import type { TargetedEvent } from 'preact';
import { setKind } from '../edits/chain-edits.js';
import { idOf, useControl } from '../findings/controls.js';
import { ariaFor, Problems } from '../findings/problems.js';
import { get } from '../json/json-value.js';
import { value } from '../state/products.js';

/** Switch of a renewal kind. */
export function Switch({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const control = useControl<HTMLInputElement>(path);
  const held = get(value.value, path);
  const toggle = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setKind(path, currentTarget.checked);
  return (
    <div class="switch">
      <label>
        <input
          ref={control}
          type="checkbox"
          role="switch"
          id={idOf(path)}
          name={path}
          checked={held === true}
          onChange={toggle}
          {...ariaFor(path)}
        />
        <span>
          <b>{label}</b>
          {hint && <small>{hint}</small>}
        </span>
      </label>
      <Problems paths={[path]} />
    </div>
  );
}
