import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { readEnvironment } from '../lib/settings/env.ts';
import { StartError } from '../lib/start-error.ts';
import { OperatorError } from './lib/command.ts';
import { commands, groups } from './commands.ts';
import { programOf } from './program.ts';
import { runCommand } from './run-command.ts';
import { tellFileError } from './lib/tell-file-error.ts';
import { plainText, type Terminal } from './lib/terminal.ts';

/**
 * Runs what an operator typed behind `npm run quayside --`. They see the result, or one line that says what to
 * correct.
 * @returns the exit code
 */
export async function quayside(
  typed: readonly string[],
  settings: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const run: Parameters<typeof programOf>[2] = (command, options) =>
    runCommand(command, options, readEnvironment(settings), terminal);
  try {
    await programOf(commands, groups, run, terminal).parseAsync(typed, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode; // commander has already printed the mistake or the help
    const isTold = error instanceof OperatorError || error instanceof StartError;
    const told = isTold ? error.message : (tellFileError(error) ?? inspect(error));
    terminal.stderr.write(`${plainText(told)}\n`);
    return 1;
  }
}
