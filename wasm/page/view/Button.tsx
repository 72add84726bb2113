// Buttons, none of which sends a form.

import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'label'> {
  look?: 'add' | 'card plain' | 'small' | 'tool';
  label: ComponentChildren;
  act(): unknown;
}

/** A button that does something. */
export const Button = ({ look = 'small', label, act, ...more }: ButtonProps) => (
  <button type="button" class={look} onClick={act} {...more}>
    {label}
  </button>
);
