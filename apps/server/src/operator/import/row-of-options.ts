import { z } from 'zod';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { OperatorContext } from '../lib/command.ts';
import { OperatorError } from '../lib/command.ts';
import type { Field } from '../../import/fields.ts';
import type { Source } from './folder.ts';
import { filesOfFolder } from './files-of-folder.ts';
import { Progress } from './progress.ts';
import { runImport } from './run-import.ts';

/** The help text of each column, for the command that makes one row of a file. */
export type Descriptions = Readonly<Record<string, string>>;

/** Returns the options of a command that makes one row of a file: `first_name` becomes `--first-name`. */
export function optionsOf(fields: Readonly<Record<string, Field>>, descriptions: Descriptions) {
  const options = Object.entries(fields).map(([column, { required }]) => {
    const option = z.string().meta({ description: descriptions[column] ?? column.replaceAll('_', ' '), value: column });
    return [camel(column), required ? option : option.optional()] as const;
  });
  return z.strictObject(Object.fromEntries(options));
}

/** Stores one row, as an import of a file with this row would. @throws OperatorError that names each wrong option */
export async function storeRow(
  ctx: OperatorContext,
  kind: string,
  options: Readonly<Record<string, unknown>>,
  tenantKey?: string,
): Promise<void> {
  const { ownerDb, clock } = ctx;
  const filled = Object.entries(options).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const values = Object.fromEntries(filled.map(([option, value]) => [snake(option), value]));
  const source: Source = {
    name: 'the command line',
    size: 0,
    async *read() {
      yield { line: 1, values };
    },
  };
  const { problems } = await runImport(ownerDb(), {
    sources: new Map([[kind, source]]),
    tenantKey,
    dryRun: false,
    event: 'account.add',
    officeWins: false,
    files: filesOfFolder(ctx, null, false),
    now: clock.now(),
    takeNumbers,
    progress: new Progress({ write: () => {}, isTTY: false, now: () => 0 }),
  });
  if (problems.count === 0) return;
  const messages = problems.kept.map(({ column, message }) => `--${(column ?? '').replaceAll('_', '-')}: ${message}`);
  throw new OperatorError(messages.join('\n'));
}

const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snake = (option: string) => option.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
