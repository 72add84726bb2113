// A form of TanStack Form, which makes an error of what a validator throws.

import { FieldApi, FormApi } from '@tanstack/form-core';
import { formSchema } from 'renewal-rules/lazy';
import { render } from './form.js';

const form = new FormApi({
  defaultValues: { licence_term: '' },
  validators: { onSubmitAsync: formSchema.with({ role: 'renewal' }) },
});
form.mount();
const field = new FieldApi({ form, name: 'licence_term' });
field.mount();

render(async ({ licence_term }) => {
  field.setValue(licence_term);
  await form.handleSubmit();
  if (form.state.isSubmitSuccessful) return undefined;
  const [error] = form.state.errors;
  if (error instanceof Error) throw error;
  return field.state.meta.errors[0].message;
});
