import { readEnvironment } from '../env.ts';
import { StartError } from '../start-error.ts';
import { OperatorError } from './command.ts';
import { commands, groups } from './commands.ts';
import { programOf } from './program.ts';
import { runCommand } from './run-command.ts';

/** `npm run quayside -- <command>`: an operator gets the result, or one line that says what to mend. */
try {
  const program = programOf(commands, groups, (command, options) =>
    runCommand(command, options, readEnvironment(process.env), (line) => console.log(line)),
  );
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof OperatorError || error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
