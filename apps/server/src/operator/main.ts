import type { Terminal } from './lib/terminal.ts';
import { quayside } from './quayside.ts';

const { stdin, stdout, stderr } = process;
const terminal: Terminal = { stdin, stdout, stderr };
process.once('SIGINT', () => {
  if (terminal.ifStopped !== undefined) stderr.write(`\n${terminal.ifStopped}\n`);
  process.exit(130);
});

/** Runs `npm run quayside -- <command>` as a process. */
process.exitCode = await quayside(process.argv.slice(2), process.env, terminal);
