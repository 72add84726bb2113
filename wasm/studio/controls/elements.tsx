// Elements that several parts of the page use.

import type { ButtonHTMLAttributes, ComponentChildren, LooseInputHTMLAttributes } from 'preact';

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

interface LabelledProps {
  id: string;
  label: string;
  look?: 'field' | 'limit';
  children: ComponentChildren;
}

/** A control with its label; `id` is the id of the control. */
export const Labelled = ({ id, label, look = 'field', children }: LabelledProps) => (
  <div class={look}>
    <label for={id}>{label}</label>
    {children}
  </div>
);

interface InputProps
  extends Omit<LooseInputHTMLAttributes, 'id' | 'label' | 'role' | 'type'>,
    Omit<LabelledProps, 'children'> {
  edit(text: string): void;
}

/** A labelled input; `edit` receives its text after each change. */
export const Input = ({ id, label, look = 'field', edit, ...more }: InputProps) => (
  <Labelled id={id} label={label} look={look}>
    <input id={id} {...more} onInput={({ currentTarget }) => edit(currentTarget.value)} />
  </Labelled>
);

/** A message about a problem, if there is one. */
export const Notice = ({ text, ...more }: { text: string | undefined; id?: string; role?: 'alert' }) =>
  text ? (
    <p class="notice" {...more}>
      {text}
    </p>
  ) : null;

export const Title = ({ title, lead }: { title: string; lead: string }) => (
  <div class="title">
    <h1>{title}</h1>
    <p>{lead}</p>
  </div>
);
