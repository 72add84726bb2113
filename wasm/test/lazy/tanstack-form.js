// A form of TanStack Form, which turns an exception of a validator into an error.

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
