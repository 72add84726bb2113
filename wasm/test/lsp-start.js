// Starts language servers, which are stopped after the tests of a file.

import { after } from 'node:test';

import { given } from './cli.js';
import { Client } from './lsp.js';

const clients = [];
after(() => Promise.all(clients.map((client) => client.process.exitCode === null && client.stop())));

/** Starts a server in a folder. */
export async function startIn(folder, more = {}) {
  const client = await Client.start(folder, more);
  clients.push(client);
  return client;
}

/** Starts a server in a new folder with these files. */
export const startServer = (files = {}, more = {}) => startIn(given(files), more);
