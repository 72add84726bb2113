#!/usr/bin/env node
// The command line. It parses arguments, reads, writes and prints; what it prints is made by the
// library, and so is every rule.

import { main } from '../dist/cli.js';

process.exitCode = await main(process.argv.slice(2));
