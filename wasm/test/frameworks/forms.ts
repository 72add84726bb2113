// Compile-time test: form libraries accept `formSchema` in one line without a cast.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { schemaResolver } from '@mantine/form';
import { FormApi } from '@tanstack/form-core';
import { useForm } from 'react-hook-form';
import { formSchema } from 'renewal-rules';
import { standard } from 'sveltekit-superforms/adapters';
import { useForm as useVeeForm } from 'vee-validate-5';

interface Form {
  licence_term: string;
  renew_settings: { product_id_for_renew: string; renew_pmr: boolean };
}
const values: Form = { licence_term: 'P1M', renew_settings: { product_id_for_renew: '', renew_pmr: false } };

export const reactHookForm = () => useForm({ resolver: standardSchemaResolver(formSchema), mode: 'onChange' });
export const reactHookFormTyped = () =>
  useForm({ resolver: standardSchemaResolver(formSchema.with<Form>({})), defaultValues: values });
export const tanStack = new FormApi({ defaultValues: values, validators: { onChange: formSchema } });
export const mantine = schemaResolver(formSchema, { sync: true });
export const superforms = standard(formSchema, { defaults: {} });
export const veeValidate = () => useVeeForm({ validationSchema: formSchema });
