'use client';

import { useEffect, useState } from 'react';
import { check } from 'renewal-rules';

export function Client() {
  const [term, setTerm] = useState('P5');
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  const codes = check({ licence_term: term }).diagnostics.map(({ code }) => code);
  return (
    <>
      <input value={term} onChange={({ target }) => setTerm(target.value)} data-ready={isReady || undefined} />
      <p id="client">{codes.join() || 'none'}</p>
    </>
  );
}
