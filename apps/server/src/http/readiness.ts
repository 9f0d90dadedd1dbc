import type { FastifyInstance } from 'fastify';
import { DatabaseClient } from '../db/client.ts';
import { readDatabaseTime } from '../db/sql/database-time.ts';
import type { DatabaseLimits } from '../db/connections/limits.ts';
import type { DatabaseSession } from '../db/connections/transaction-client.ts';
import type { SecretKeys } from '../lib/secrets/secret-keys.ts';

/** The reasons why a copy is not ready for requests. */
export type NotReady = 'starting' | 'stopping' | 'database';

/** Balancers ask with a limit of about two seconds, so every answer comes before. */
const answerMs = 1_500;

/** The connection that asks gives up at the same time, so that a lost one is replaced for the next question. */
const probeLimits: DatabaseLimits = {
  connectMs: answerMs,
  queueMs: answerMs,
  lockMs: answerMs,
  statementMs: answerMs,
  transactionIdleMs: answerMs,
};

/**
 * Tells balancers if this copy can take requests. It asks PostgreSQL on a connection of its own: the connections that
 * serve may all be busy, which is no reason to send their customers away.
 */
export class Readiness {
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';
  #probe: DatabaseClient | undefined;
  #answer: Promise<boolean> | undefined;

  /** @param url the database that serves @param secretKeys the keys of this copy */
  serve(url: string, session: DatabaseSession, secretKeys: SecretKeys): void {
    this.#probe = new DatabaseClient({ url, size: 1, limits: probeLimits, session, secretKeys });
    if (this.#phase === 'starting') this.#phase = 'serving';
  }

  /** This copy is not ready any more, although it answers. */
  stop(): void {
    this.#phase = 'stopping';
  }

  get isStopping(): boolean {
    return this.#phase === 'stopping';
  }

  /** The database client that must not wait for customers' statements; undefined during the start. */
  get probe(): DatabaseClient | undefined {
    return this.#probe;
  }

  /** Resolves within two seconds. Null if this copy is ready. */
  async whyNot(): Promise<NotReady | null> {
    if (this.#phase !== 'serving') return this.#phase;
    const answers = await this.#answers();
    // The copy may have got the signal to stop since then.
    return this.isStopping ? 'stopping' : answers ? null : 'database';
  }

  async close(): Promise<void> {
    await this.#probe?.close();
  }

  /** Asks PostgreSQL once at a time, however many ask here. */
  #answers(): Promise<boolean> {
    const probe = this.#probe;
    if (!probe) return Promise.resolve(false);
    this.#answer ??= readDatabaseTime(probe)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#answer = undefined;
      });
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), answerMs);
    return Promise.race([this.#answer, late]).finally(() => clearTimeout(timer));
  }
}

/** Returns the readiness of an application without a start and an end: it is ready as long as PostgreSQL answers. */
export const readinessOf = (database: DatabaseClient): Pick<Readiness, 'whyNot'> => ({
  whyNot: async () => {
    await readDatabaseTime(database);
    return null;
  },
});

/** Ends connections with their next answer when this copy stops, so that clients open their next one elsewhere. */
export function sendElsewhereWhenStopping(app: FastifyInstance, readiness: Pick<Readiness, 'isStopping'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isStopping) void reply.header('connection', 'close');
    done();
  });
}
