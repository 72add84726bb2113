import type { ComponentChildren } from 'preact';
import { idOf, useControl } from '../findings/controls.js';
import { ariaFor, Problems } from '../findings/problems.js';

/** Maximum number of rows that a list shows, because more would make the page slow. Users edit the rest as JSON. */
export const MAX_ROWS = 50;

export const focus = (path: string) => requestAnimationFrame(() => document.getElementById(idOf(path))?.focus());

interface GroupProps {
  path: string;
  legend: ComponentChildren;
  children: ComponentChildren;
  className: string;
}

/** Fieldset that shows the findings at the path of an object or array. */
export function Group({ path, legend, children, className }: GroupProps) {
  const element = useControl<HTMLFieldSetElement>(path);
  return (
    <fieldset ref={element} id={idOf(path)} class={className} tabIndex={-1} {...ariaFor(path)} aria-invalid={undefined}>
      <legend>{legend}</legend>
      <Problems paths={[path]} />
      {children}
    </fieldset>
  );
}
