// The module with everything, fetched when somebody asks for the calls of the service.

import * as glue from 'built/bindings.js';
import { started } from 'shell/host.js';

export { changeRequest, compare, planFeed, planMade, planNew, planNext, update } from 'shell/tools-calls.js';

export async function start() {
  await glue.default({ module_or_path: fetch(new URL('tools.wasm', import.meta.url)) });
  started();
}
