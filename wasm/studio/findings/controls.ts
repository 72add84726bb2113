// Registers the form controls of the page, so that each finding can be shown at its control.

import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { around } from '../../lib/pointer.js';

/** Controls on the page by JSON Pointer. A finding is shown at the nearest control that contains its path. */
export const controls = new Map<string, HTMLElement>();

export const controlsVersion = signal(0);

/**
 * Returns the path of the control at which a finding is shown. If there is none, because the finding is about a product
 * that is not selected, returns the path of the finding itself.
 */
export function nearestControlPath(path: string): string {
  for (let at = path; ; at = around(at)) {
    if (controls.has(at)) return at;
    if (at === '') return path;
  }
}

export const focusedPath = (): string | undefined =>
  [...controls].find(([, element]) => element === document.activeElement)?.[0];

export const idOf = (path: string): string =>
  `at${path.replaceAll(/[^\w/-]/g, (character) => `.${character.charCodeAt(0).toString(16)}.`)}`;

/** Registers a control, while it is on the page, to show the findings at a path; returns its attributes. */
export function useControl<Control extends HTMLElement>(path: string) {
  const ref = useRef<Control>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    controls.set(path, element);
    controlsVersion.value = controlsVersion.peek() + 1;
    return () => {
      if (controls.get(path) === element) controls.delete(path);
      controlsVersion.value = controlsVersion.peek() + 1;
    };
  }, [path]);
  return { ref, id: idOf(path) };
}
