import { check, jsonText } from 'renewal-rules';
import { timeline } from 'renewal-rules/tools';

export const runtime = 'edge';

export async function POST(request) {
  const { periods } = timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' });
  const { diagnostics } = check(jsonText(await request.text()));
  const codes = diagnostics.map(({ code }) => code);
  return Response.json({ isEdge: typeof EdgeRuntime === 'string', end: periods[0].end, codes });
}
