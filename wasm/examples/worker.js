// A Cloudflare Worker that checks the product in the request body.

import { check, jsonText } from 'renewal-rules';
import ru from 'renewal-rules/messages/ru';

export default {
  async fetch(request) {
    if (request.method !== 'POST') return new Response('Send a product.', { status: 405, headers: { allow: 'POST' } });
    const isRussian = request.headers.get('accept-language')?.startsWith('ru');
    const report = check(jsonText(await request.arrayBuffer()), {
      operation: 'create',
      messages: isRussian ? ru : undefined,
    });
    return Response.json(report, { status: report.valid ? 200 : 422 });
  },
};
