// A form of React Hook Form.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { formSchema } from 'renewal-rules/lazy';

const resolver = standardSchemaResolver(formSchema.with({ role: 'renewal' }));

function Form() {
  const { register, handleSubmit, formState } = useForm({ resolver });
  const [result, setResult] = useState('');
  const submit = (event) => {
    const submitted = handleSubmit(
      () => setResult('valid'),
      () => setResult('invalid'),
    );
    submitted(event).catch(({ message }) => setResult(message));
  };
  return (
    <form onSubmit={submit} onInput={() => setResult('')}>
      <input {...register('licence_term')} />
      <strong>{formState.errors.licence_term?.message}</strong>
      <output>{result}</output>
      <button type="submit">Save</button>
    </form>
  );
}

createRoot(document.body).render(<Form />);
