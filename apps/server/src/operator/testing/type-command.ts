import { readEnvironment } from '../../lib/settings/env.ts';
import type { TestApp } from '../../testing/app.ts';
import { commands, groups } from '../commands.ts';
import { programOf } from '../program.ts';

/** Types a command as an operator does, at the time of the test's application, and returns what it prints. */
export async function typeCommand(app: TestApp, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  const program = programOf(commands, groups, (command, options) =>
    command.run(
      {
        database: app.database,
        ownerDb: () => app.ownerDb,
        ownerUrl: () => app.testDatabase.ownerUrl,
        clock: app.clock,
        environment: readEnvironment({}),
        terminal: process,
        say: (line) => void lines.push(line),
      },
      options,
    ),
  );
  await program.parseAsync(words, { from: 'user' });
  return lines.join('\n');
}
