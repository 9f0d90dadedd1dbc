import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresDialectConfig } from 'kysely';
import type { SecretKeys } from '../lib/secret-keys.ts';
import type { Database } from './schema.ts';

/** Carries the keys of a database's secrets. A handle shares its adapter with all of its transactions. */
class KeyedAdapter extends PostgresAdapter {
  readonly secretKeys: SecretKeys;

  constructor(secretKeys: SecretKeys) {
    super();
    this.secretKeys = secretKeys;
  }
}

/** PostgreSQL's dialect, whose handles know the keys of the database's secrets. */
export class KeyedDialect extends PostgresDialect {
  readonly #adapter: KeyedAdapter;

  constructor(config: PostgresDialectConfig, secretKeys: SecretKeys) {
    super(config);
    this.#adapter = new KeyedAdapter(secretKeys);
  }

  override createAdapter(): PostgresAdapter {
    return this.#adapter;
  }
}

/** Returns the keys of a handle or a transaction of `DatabaseClient`. */
export function secretKeysOf(db: Kysely<Database>): SecretKeys {
  const { adapter } = db.getExecutor();
  if (adapter instanceof KeyedAdapter) return adapter.secretKeys;
  throw new Error('this handle is not of a DatabaseClient, so it has no keys of secrets');
}
