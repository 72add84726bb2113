// A form of Superforms that is validated in the browser.

import { formSchema } from 'renewal-rules/lazy';
import { standard } from 'sveltekit-superforms/adapters';
import { superValidate } from 'sveltekit-superforms/server';
import { render } from './form.js';

const jsonSchema = { type: 'object', properties: { licence_term: { type: 'string' } } };
const schema = standard(formSchema.with({ role: 'renewal' }), { defaults: { licence_term: '' }, jsonSchema });

render(async (values) => {
  const { valid, errors } = await superValidate(values, schema);
  return valid ? undefined : errors.licence_term[0];
});
