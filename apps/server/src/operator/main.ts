import type { Terminal } from './lib/terminal.ts';
import { quayside } from './quayside.ts';

const { stdin, stdout, stderr } = process;
const terminal: Terminal = { stdin, stdout, stderr };
// A reader such as `head` may leave early. The command still ends its work: a refund must not stop in the middle.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
process.once('SIGINT', () => {
  if (terminal.ifStopped !== undefined) stderr.write(`\n${terminal.ifStopped}\n`);
  process.exit(130);
});

/** Runs `npm run quayside -- <command>` as a process. */
process.exitCode = await quayside(process.argv.slice(2), process.env, terminal);
