import { check } from 'renewal-rules';
import { timeline } from 'renewal-rules/tools';

export const runtime = 'edge';

export async function POST(request) {
  const { ok } = timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' });
  const { diagnostics } = check(await request.text());
  return Response.json({ isEdge: typeof EdgeRuntime === 'string', ok, codes: diagnostics.map(({ code }) => code) });
}
