import { DatabaseClient } from '../db/client.ts';
import { agreeOnSecretKeys } from '../db/secrets/check-secret-keys.ts';
import type { DatabaseSession } from '../db/connections/transaction-client.ts';
import { isDatabaseMissing, joinDatabase, nameDatabase, type OpenDatabase } from '../db/opening/open-database.ts';
import type { Environment } from '../lib/settings/env.ts';
import { openKeysOf } from '../db/secrets/open-keys.ts';
import { DatabaseClock } from '../http/clock.ts';
import { createLog } from '../lib/telemetry/log.ts';
import { StartError } from '../lib/start-error.ts';
import type { Command, OperatorContext } from './lib/command.ts';
import { plainText, type Terminal } from './lib/terminal.ts';

/** Runs a command on the configured database, and closes everything after it. @throws OperatorError, StartError */
export async function runCommand(
  command: Command,
  options: Record<string, unknown>,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  if (isDatabaseMissing(environment)) {
    if (command.beginsInstallation !== true) throw noDatabase(environment);
    terminal.stderr.write(`Making ${nameDatabase(environment)}: there is none yet.\n`);
  }
  const opened = await joinDatabase(environment, `the command "quayside ${command.name}", process ${process.pid}`);
  const used = new AsyncDisposableStack();
  used.defer(opened.close);
  try {
    const ctx = await contextOf(opened, environment, terminal, used);
    if (command.anyKeys !== true) await agreeOnSecretKeys(ctx.database);
    await command.run(ctx, options);
  } catch (error) {
    throw opened.explain(error);
  } finally {
    await used.disposeAsync();
  }
}

/** The server may have another DATA_DIR. A command that made a second database would hide that. */
const noDatabase = ({ dataDir }: Environment) =>
  new StartError(
    `There is no database in ${dataDir}. Set DATA_DIR to the folder of your server, or DATABASE_URL and ` +
      'MIGRATION_DATABASE_URL to its database. "tenant create", "import" and "restore" begin a new one.',
  );

async function contextOf(
  { url, ownerUrl }: OpenDatabase,
  environment: Environment,
  terminal: Terminal,
  used: AsyncDisposableStack,
): Promise<OperatorContext> {
  const secretKeys = await openKeysOf(url, environment);
  const connect = (to: string, session: DatabaseSession) => {
    const client = new DatabaseClient({ url: to, size: 4, session, secretKeys });
    used.defer(() => client.close());
    return client;
  };
  const urlOfOwner = () => {
    if (ownerUrl === undefined)
      throw new StartError('MIGRATION_DATABASE_URL is missing: only the role that owns the tables may do this.');
    return ownerUrl;
  };
  let owner: DatabaseClient | undefined;
  const ownerDb = () => {
    owner ??= connect(urlOfOwner(), 'session');
    return owner.unsafeWithoutTenant();
  };
  const say = (line: string) => void terminal.stdout.write(`${plainText(line)}\n`);
  const database = connect(url, environment.databaseSession);
  const clock = await DatabaseClock.open(database, createLog('silent'));
  used.defer(() => clock.stop());
  return { database, ownerDb, ownerUrl: urlOfOwner, clock, environment, terminal, say };
}
