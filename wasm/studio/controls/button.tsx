import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'label'> {
  look?: 'add' | 'card plain' | 'small' | 'tool';
  label: ComponentChildren;
  act(): unknown;
}

/** A button that never submits a form. */
export const Button = ({ look = 'small', label, act, ...more }: ButtonProps) => (
  <button type="button" class={look} onClick={act} {...more}>
    {label}
  </button>
);
