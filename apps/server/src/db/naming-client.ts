import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { explainAway } from './database-away.ts';

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    statementNames.set(text, name);
  }
  return name;
}

/**
 * Names every parameterised statement, so that PostgreSQL parses it once per connection, and remembers which tenant
 * its connection is set to, so that the setting is sent only when it changes. It knows for how long it was not answered.
 */
export class NamingClient extends pg.Client {
  #tenantId: number | null = null;
  /** Since when statements wait for an answer; monotonic, in milliseconds. */
  #askedAt: number | undefined;
  #heardAt = 0;
  #bytesRead = 0;
  #isProbed = false;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.on('drain', () => {
      this.#askedAt = undefined;
      this.#isProbed = false;
    });
  }

  // The signature of pg's overloads can't be narrowed; everything but (text, values) passes through.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    this.#askedAt ??= performance.now();
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return explained(super.query.apply(this, [{ name: statementName(text), text, values }, ...rest] as never));
    }
    return explained(super.query.apply(this, args as never));
  }

  /** Whether rows of `tenantId` are what its statements see now; null for no tenant's. */
  isSetTo(tenantId: number | null): boolean {
    return this.#tenantId === tenantId;
  }

  /** DANGER: rows of `tenantId` are what every statement after this sees. Never call it inside a transaction. */
  async useTenant(tenantId: number | null): Promise<void> {
    const text = "select set_config('app.tenant_id', $1, false)";
    await (this.query({ name: 'use-tenant', text, values: [tenantId === null ? '' : String(tenantId)] }) as unknown);
    this.#tenantId = tenantId;
  }

  /** For how long nothing has come although something is asked, in milliseconds. @param now by `performance.now()` */
  silentMs(now: number): number {
    if (this.#askedAt === undefined) return 0;
    const { bytesRead } = this.connection.stream as Socket;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.hear(now);
    }
    return now - Math.max(this.#askedAt, this.#heardAt);
  }

  /** Takes it that something came just now. */
  hear(now: number): void {
    this.#heardAt = now;
  }

  /** Whether it was asked only to see whether it still answers. */
  get isProbed(): boolean {
    return this.#isProbed;
  }

  /** Asks for a sign of life, where nothing is asked already. */
  probe(): void {
    if (this.#askedAt !== undefined) return;
    this.#isProbed = true;
    (this.query('select 1') as Promise<unknown>).catch(() => {}); // whoever has the connection is told
  }

  /** Ends the connection without a word to PostgreSQL, which would not hear it. All that waits for it fails. */
  cut(reason: Error): void {
    this.connection.stream.destroy(reason);
  }
}

/** With a callback there is no promise, and its caller gets the driver's own error. */
function explained(answer: unknown): never {
  if (!(answer instanceof Promise)) return answer as never;
  return answer.catch((error: unknown) => {
    throw explainAway(error);
  }) as never;
}
