import { createHash } from 'node:crypto';
import pg from 'pg';

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
 * its connection is set to, so that the setting is sent only when it changes.
 */
export class NamingClient extends pg.Client {
  #tenantId: number | null = null;

  // The signature of pg's overloads can't be narrowed; everything but (text, values) passes through.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query.apply(this, [{ name: statementName(text), text, values }, ...rest] as never) as never;
    }
    return super.query.apply(this, args as never) as never;
  }

  /** Whether rows of `tenantId` are what its statements see now; null for no tenant's. */
  isSetTo(tenantId: number | null): boolean {
    return this.#tenantId === tenantId;
  }

  /** DANGER: rows of `tenantId` are what every statement after this sees. Never call it inside a transaction. */
  async useTenant(tenantId: number | null): Promise<void> {
    await (super.query as (text: object) => Promise<unknown>).call(this, {
      name: 'use-tenant',
      text: "select set_config('app.tenant_id', $1, false)",
      values: [tenantId === null ? '' : String(tenantId)],
    });
    this.#tenantId = tenantId;
  }
}
