import { check } from 'renewal-rules';
import { timeline } from 'renewal-rules/tools';

import { Client } from './client.jsx';

export const dynamic = 'force-dynamic';

export default function Page() {
  const { diagnostics } = check({ licence_term: 'P5' });
  const { periods } = timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' });
  return (
    <>
      <p id="server">{`${diagnostics[0].code} ${periods[0].end}`}</p>
      <Client />
    </>
  );
}
