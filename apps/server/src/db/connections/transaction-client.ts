import type pg from 'pg';
import type { DatabaseLimits } from './limits.ts';
import { NamingClient } from './naming-client.ts';

/**
 * How long a connection's settings hold. `session`: the connection keeps them. `transaction`: each transaction sets its
 * own, because a pooler may give the next one another connection to PostgreSQL.
 */
export type DatabaseSession = 'session' | 'transaction';

type Callback = (error: unknown, result?: unknown) => void;

interface Statement {
  text: string;
  values?: unknown[] | undefined;
}

/**
 * A connection that leaves nothing behind in PostgreSQL's session: each transaction sets its tenant and its limits by
 * `SET LOCAL`, and no statement is named. A statement outside of a transaction becomes one of its own. Begin, statement
 * and commit leave together, so it takes no round trip more.
 */
export class TransactionClient extends NamingClient {
  readonly #limits: DatabaseLimits;
  #tenantId: number | null = null;
  /** The statement outside of a transaction that runs now. Others wait for its commit. */
  #alone: Promise<unknown> | undefined;

  constructor(config: pg.ClientConfig, limits: DatabaseLimits) {
    super({ ...config, pipeline: true });
    this.#limits = limits;
  }

  override isSetTo(tenantId: number | null): boolean {
    return this.#tenantId === tenantId;
  }

  /** DANGER: the next transactions see the rows of `tenantId`. Never call it inside a transaction. */
  override useTenant(tenantId: number | null): Promise<void> {
    this.#tenantId = tenantId;
    return Promise.resolve();
  }

  // pg's overloads can't be narrowed: (text), (text, values) and (config), each with or without a callback.
  override query(...args: unknown[]): never {
    const answer = this.#answer(statementOf(args));
    const callback = args.find((arg) => typeof arg === 'function');
    if (!callback) return answer as never;
    void tell(answer, callback as Callback);
    return undefined as never;
  }

  #answer(statement: Statement): Promise<unknown> {
    if (this.#alone) return this.#alone.then(() => this.#answer(statement));
    // A pooler forgets who listens, and PostgreSQL would send to the next user of the connection.
    if (/^(un)?listen\b/i.test(statement.text)) return Promise.resolve({ rows: [], rowCount: 0 });
    if (/^(begin|start transaction)\b/i.test(statement.text)) return this.#begin(statement.text);
    if (this.getTransactionStatus() !== 'I') return this.#send(statement);
    const alone = this.#runAlone(statement);
    const ended = alone.then(
      () => {},
      () => {},
    );
    this.#alone = ended.then(() => {
      this.#alone = undefined;
    });
    return alone;
  }

  async #begin(text: string): Promise<unknown> {
    const results = (await this.#send({ text: `${text}; ${this.#settings()}` })) as unknown[];
    return results[0];
  }

  /** Runs a statement in a transaction of its own. A failed one makes the commit a rollback. */
  async #runAlone(statement: Statement): Promise<unknown> {
    const { stream } = this.connection;
    stream.cork();
    const parts = [this.#begin('begin'), this.#send(statement), this.#send({ text: 'commit' })];
    stream.uncork();
    const outcomes = await Promise.allSettled(parts);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    return parts[1];
  }

  #send(statement: Statement): Promise<unknown> {
    return super.query(statement) as Promise<unknown>;
  }

  /** DANGER: Citus passes only `SET LOCAL` on to its workers, and no `set_config`. */
  #settings(): string {
    const { statementMs, lockMs, transactionIdleMs } = this.#limits;
    const settings = {
      'app.tenant_id': `'${this.#tenantId ?? ''}'`,
      statement_timeout: statementMs ?? 0,
      lock_timeout: lockMs ?? 0,
      idle_in_transaction_session_timeout: transactionIdleMs ?? 0,
    };
    return Object.entries(settings)
      .map(([name, value]) => `set local ${name} = ${value}`)
      .join('; ');
  }
}

function statementOf([first, second]: readonly unknown[]): Statement {
  const values = Array.isArray(second) ? second : undefined;
  if (typeof first === 'string') return { text: first, values };
  const { name: _name, submit, ...given } = first as Statement & { name?: string; submit?: unknown };
  if (submit !== undefined) throw new Error('copying and cursors need a connection that keeps its session');
  return { ...given, values: given.values ?? values };
}

async function tell(answer: Promise<unknown>, callback: Callback): Promise<void> {
  let result: unknown;
  try {
    result = await answer;
  } catch (error) {
    callback(error);
    return;
  }
  callback(null, result);
}
