import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresDialectConfig } from 'kysely';
import type { SecretKeys } from '../../lib/secrets/secret-keys.ts';
import type { Database } from '../schema/schema.ts';
import type { DatabaseSession } from './transaction-client.ts';

/** The facts of a `DatabaseClient` that its handles carry. */
interface Facts {
  secretKeys: SecretKeys;
  session: DatabaseSession;
}

/** Carries the facts of a database. A handle shares its adapter with all of its transactions. */
class KeyedAdapter extends PostgresAdapter {
  readonly facts: Facts;

  constructor(facts: Facts) {
    super();
    this.facts = facts;
  }
}

/** PostgreSQL's dialect, whose handles know the keys of the database's secrets. */
export class KeyedDialect extends PostgresDialect {
  readonly #adapter: KeyedAdapter;

  constructor(config: PostgresDialectConfig, facts: Facts) {
    super(config);
    this.#adapter = new KeyedAdapter(facts);
  }

  override createAdapter(): PostgresAdapter {
    return this.#adapter;
  }
}

/** Returns the keys of a handle or a transaction of `DatabaseClient`. */
export const secretKeysOf = (db: Kysely<Database>): SecretKeys => factsOf(db).secretKeys;

/** Tells if a handle's connections keep what a transaction leaves behind, such as a temporary table. */
export const keepsSession = (db: Kysely<Database>): boolean => factsOf(db).session === 'session';

function factsOf(db: Kysely<Database>): Facts {
  const { adapter } = db.getExecutor();
  if (adapter instanceof KeyedAdapter) return adapter.facts;
  throw new Error('this handle is not of a DatabaseClient, so nothing is known of its connections');
}
