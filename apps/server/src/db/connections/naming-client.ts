import type { Socket } from 'node:net';
import pg from 'pg';
import { asDatabaseAway } from './database-away.ts';
import { NamedStatement, type RowReaders } from './named-statement.ts';
import { traceStatement } from './statement-span.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** Returns the text of a statement as pg takes it: alone or with its values. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

/**
 * A connection that names every parameterised statement, so that PostgreSQL parses it once. It remembers its
 * tenant, so that the setting is sent only when it changes. It measures how long PostgreSQL has been silent.
 */
export class NamingClient extends pg.Client {
  #tenantId: number | null = null;
  /** The time since which statements wait for an answer: monotonic, in milliseconds. */
  #askedAt: number | undefined;
  #heardAt = 0;
  #bytesRead = 0;
  #isProbed = false;
  readonly #rowReaders: RowReaders = new Map();

  constructor(config: pg.ClientConfig) {
    super(config);
    this.on('drain', () => {
      this.#askedAt = undefined;
      this.#isProbed = false;
    });
  }

  // pg's overloads can't be narrowed. Everything but (text, values) passes through.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    this.#askedAt ??= performance.now();
    const send = () =>
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? this.#sendNamed(new NamedStatement(text, values, this.#rowReaders), rest[0] as Callback | undefined)
        : (super.query.apply(this, args as never) as unknown);
    return traceStatement(textOf(text), send, explain) as never;
  }

  #sendNamed(statement: NamedStatement, callback?: Callback): unknown {
    const send = (answer: Callback) => super.query.apply(this, [statement, answer] as never);
    if (callback) return send(callback);
    return new Promise((resolve, reject) => send((error, result) => (error ? reject(error) : resolve(result))));
  }

  /** Tells if statements see the rows of `tenantId`; null: of no tenant. */
  isSetTo(tenantId: number | null): boolean {
    return this.#tenantId === tenantId;
  }

  /** DANGER: every later statement sees the rows of `tenantId`. Never call it inside a transaction. */
  async useTenant(tenantId: number | null): Promise<void> {
    const text = "select set_config('app.tenant_id', $1, false)";
    await (this.query({ name: 'use-tenant', text, values: [tenantId === null ? '' : String(tenantId)] }) as unknown);
    this.#tenantId = tenantId;
  }

  /**
   * Returns how long a pending statement has received nothing, in milliseconds.
   * @param now from `performance.now()`
   */
  silentMs(now: number): number {
    if (this.#askedAt === undefined) return 0;
    const { bytesRead } = this.connection.stream as Socket;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.hear(now);
    }
    return now - Math.max(this.#askedAt, this.#heardAt);
  }

  /** Restarts the count, as if bytes arrived now. */
  hear(now: number): void {
    this.#heardAt = now;
  }

  /** True if the pending statement is only a probe. */
  get isProbed(): boolean {
    return this.#isProbed;
  }

  /** Sends a probe, unless a statement is pending already. */
  probe(): void {
    if (this.#askedAt !== undefined) return;
    this.#isProbed = true;
    (this.query('select 1') as Promise<unknown>).catch(() => {}); // the owner of the connection gets the error
  }

  /** Ends the connection without a word to PostgreSQL, which would not hear it. All pending statements fail. */
  cut(reason: Error): void {
    this.connection.stream.destroy(reason);
  }
}

/**
 * Explains the error of a promise. With a callback there is no promise, and the caller gets the driver's own error.
 * The stack leads to the sender of the statement, and not to the socket on which the error came.
 */
function explain(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return asDatabaseAway(error);
}
