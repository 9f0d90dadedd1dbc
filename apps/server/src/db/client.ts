import { Kysely } from 'kysely';
import pg from 'pg';
import { SecretKeys } from '../lib/secrets/secret-keys.ts';
import { endsConnection, notOpened } from './connections/database-away.ts';
import { KeyedDialect } from './connections/keyed-dialect.ts';
import { type DatabaseLimits, patientLimits, silenceGraceMs } from './connections/limits.ts';
import { NamingClient } from './connections/naming-client.ts';
import type { Database } from './schema/schema.ts';
import { SilenceWatch } from './connections/silent-connections.ts';
import { type DatabaseSession, TransactionClient } from './connections/transaction-client.ts';

// Sums and running numbers are bigint. Ours stay far below 2^53; a value beyond must not be rounded silently.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond 2^53 from the database: ${text}`);
  return value;
});
// The driver's own parser takes more than twice as long. It still parses the texts that `Date` does not read, such as
// those of years before Christ, and those that `Date` would take for others: years below 1000.
const parseOddTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  const time = text.startsWith('0') ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? parseOddTime(text) : new Date(time);
});
// A calendar day has no time zone: keep its text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** A handle that sees one tenant's rows and no others. */
export type TenantDb = Kysely<Database>;

/** Sends a statement outside of a transaction and returns its rows. */
type Send = (text: string, values: readonly unknown[]) => Promise<unknown[]>;

const senders = new WeakMap<TenantDb, Send>();

/**
 * Returns a faster way to send statements outside of transactions: it skips the layers that a transaction needs,
 * and uses the same pool and the same tenant setting. undefined for the handle of a transaction.
 */
export const directSendOf = (db: TenantDb): Send | undefined => senders.get(db);

export interface DatabaseOptions {
  url: string;
  /** The largest number of connections. */
  size?: number;
  /** Default: `patientLimits`. */
  limits?: DatabaseLimits;
  /** `transaction` if a pooler that pools transactions is in between, or a cluster. Default: `session`. */
  session?: DatabaseSession;
  /** Encrypt and decrypt the secrets in the database. Default: no key, so secrets can be neither stored nor read. */
  secretKeys?: SecretKeys;
  /**
   * Is told about errors on connections, such as a restart of PostgreSQL, and about connections that fail to open.
   */
  onError?: (error: Error) => void;
}

/** Holds the application's connections, which log in as the role that owns nothing. */
export class DatabaseClient {
  readonly #pool: pg.Pool;
  readonly #handles = new Map<number | null, TenantDb>();
  readonly #watch: SilenceWatch | undefined;
  readonly #onError: (error: Error) => void;
  readonly #options: DatabaseOptions;
  readonly secretKeys: SecretKeys;
  readonly session: DatabaseSession;

  constructor(options: DatabaseOptions) {
    const {
      url,
      size = 10,
      limits = patientLimits,
      session = 'session',
      secretKeys = new SecretKeys(null),
      onError = () => {},
    } = options;
    this.#options = options;
    this.secretKeys = secretKeys;
    this.session = session;
    const { statementMs } = limits;
    const watch = statementMs === null ? undefined : new SilenceWatch(statementMs + silenceGraceMs);
    this.#watch = watch;
    this.#onError = onError;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: limits.queueMs,
      Client: clientOf(session, limits),
      // The system notices by itself when the other end of an idle connection is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      onConnect: (client) => {
        watch?.add(client as NamingClient);
        return (session === 'session' ? client.query(settingsOf(limits)) : undefined) as never;
      },
      // Prepared plans from an older schema end with their connection. Connections don't end before that: a timer
      // for each idle one costs more than the connection.
      maxLifetimeSeconds: 600,
      idleTimeoutMillis: 0,
    });
    // Without listeners a restart of PostgreSQL ends the process. The client reports errors, in use or idle; the
    // pool repeats those of idle ones.
    this.#pool.on('connect', (client) => client.on('error', onError));
    this.#pool.on('error', () => {});
    // The pool's own users, such as the queue, set no tenant.
    if (session === 'transaction')
      this.#pool.on('release', (_error, client) => void (client as pg.PoolClient & TransactionClient).useTenant(null));
  }

  /**
   * Opens a second pool on the same database, without limits of time. DANGER: it has to know as this one does whether a
   * pooler is in between. Otherwise its statements would see another marina's rows.
   * @param size the largest number of connections
   */
  openPatient(size: number): DatabaseClient {
    return new DatabaseClient({ ...this.#options, size, limits: patientLimits });
  }

  /** Returns the handle of a tenant. Calls are cheap: each tenant's handle is kept, and all share the connections. */
  forTenant(tenantId: number): TenantDb {
    return this.#handle(tenantId);
  }

  /**
   * UNSAFE: no tenant is set, so row level security shows no tenant's rows. Only functions named `unsafe…` may call
   * it: those that find the tenant, and those that call a database function made for all tenants.
   */
  unsafeWithoutTenant(): TenantDb {
    return this.#handle(null);
  }

  /** Serves graphile-worker, whose tables have no tenant. */
  get pool(): pg.Pool {
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool.end();
    this.#watch?.close();
  }

  #handle(tenantId: number | null): TenantDb {
    let handle = this.#handles.get(tenantId);
    if (!handle) {
      const connect = () => this.#connect(tenantId);
      handle = new Kysely<Database>({
        dialect: new KeyedDialect({ pool: { connect, options: {}, end: async () => {} } }, this),
      });
      senders.set(handle, (text, values) => this.#send(tenantId, text, values));
      this.#handles.set(tenantId, handle);
    }
    return handle;
  }

  async #connect(tenantId: number | null): Promise<pg.PoolClient & NamingClient> {
    let client: pg.PoolClient & NamingClient;
    try {
      client = (await this.#pool.connect()) as pg.PoolClient & NamingClient;
    } catch (error) {
      this.#onError(error as Error);
      throw notOpened(error as Error);
    }
    if (client.isSetTo(tenantId)) return client;
    try {
      await client.useTenant(tenantId);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }

  async #send(tenantId: number | null, text: string, values: readonly unknown[]): Promise<unknown[]> {
    const client = await this.#connect(tenantId);
    let isEnded = false;
    try {
      return (await client.query(text, values as unknown[])).rows;
    } catch (error) {
      isEnded = endsConnection(error);
      throw error;
    } finally {
      client.release(isEnded);
    }
  }
}

/** Returns the pool's kind of connection. */
function clientOf(session: DatabaseSession, limits: DatabaseLimits): typeof pg.Client {
  // The pool's own limit covers the wait in its queue.
  const withLimit = (config?: pg.ClientConfig) => ({ ...config, connectionTimeoutMillis: limits.connectMs });
  if (session === 'session')
    return class extends NamingClient {
      constructor(config?: pg.ClientConfig) {
        super(withLimit(config));
      }
    };
  return class extends TransactionClient {
    constructor(config?: pg.ClientConfig) {
      super(withLimit(config), limits);
    }
  };
}

/**
 * The statements are sent once on a new connection and not as start parameters, because poolers refuse parameters
 * that they don't know. Zero means "no limit" to PostgreSQL.
 */
function settingsOf({ statementMs, lockMs, transactionIdleMs }: DatabaseLimits): string {
  return [
    `set statement_timeout = ${statementMs ?? 0}`,
    `set lock_timeout = ${lockMs ?? 0}`,
    `set idle_in_transaction_session_timeout = ${transactionIdleMs ?? 0}`,
  ].join('; ');
}
