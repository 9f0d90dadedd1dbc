import pg from 'pg';
import { DatabaseClient } from '../apps/server/src/db/client.ts';
import { findSession } from '../apps/server/src/features/identity/sessions.service.ts';
import { outstandingOrders } from '../apps/server/src/features/orders/orders.queries.ts';

/** The statements of a list page as the server sends them. The floor runs the same ones. */
export interface ServerSql {
  /** Takes (tenant's id, hash of the token). */
  session: string;
  /** Takes (tenant's id, account's id). */
  orders: string;
}

/** Records the server's own functions, so that the floor always runs the same statements. */
export async function recordServerSql(appUrl: string, tenantId: number): Promise<ServerSql> {
  const database = new DatabaseClient({ url: appUrl, size: 1 });
  try {
    const db = database.forTenant(tenantId);
    const session = await textOf(() => findSession(db, tenantId, 'a token', new Date()));
    const orders = await textOf(() => outstandingOrders(db, { tenantId, accountId: 1 }));
    return { session, orders };
  } finally {
    await database.close();
  }
}

async function textOf(run: () => Promise<unknown>): Promise<string> {
  const texts = await recordStatements(run);
  const own = texts.filter((text) => !text.includes('set_config'));
  if (own.length !== 1) throw new Error(`Expected exactly one statement: ${own.join('; ')}`);
  return own[0] ?? '';
}

/** Records the statements that this process sends while `run` runs. */
export async function recordStatements(run: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query: (...args: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query');
  const record = function record(this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text: string }).text;
    // A new connection sets its own limits first. They don't belong to the recorded work.
    if (!text.startsWith('set ')) texts.push(text);
    return query.apply(this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', record);
  try {
    await run();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
  }
  return texts;
}
