/**
 * The least that the server's work costs: a bare handler with no other part of a server. It answers a page of a list
 * by the server's own two statements with the same tenant setting, a POST by a transaction that stores one row, and
 * /document by a given document. The figures run it as a process of its own.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import type { ServerSql } from './server-sql.ts';

interface Settings {
  port: number;
  appUrl: string;
  tenantId: number;
  sql: ServerSql;
  /** A document as the server sends it. */
  document?: { headers: Record<string, string>; body: string };
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const { port, appUrl, tenantId, sql, document }: Settings = JSON.parse(process.env.BARE_SERVER ?? '{}');
const pool = new pg.Pool({ connectionString: appUrl, max: 10 });
const tenantSet = new WeakSet<pg.PoolClient>();

async function connect(): Promise<pg.PoolClient> {
  const client = await pool.connect();
  if (!tenantSet.has(client)) {
    await client.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    tenantSet.add(client);
  }
  return client;
}

async function list(cookie: string): Promise<string | null> {
  const token = /quayside_session=([^;]+)/.exec(cookie)?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const client = await connect();
  try {
    const found = await client.query({ name: 'session', text: sql.session, values: [tenantId, hash] });
    if (found.rows.length === 0) return null;
    const values = [tenantId, found.rows[0].account_id];
    const { rows } = await client.query({ name: 'orders', text: sql.orders, values });
    return JSON.stringify({ orders: rows });
  } finally {
    client.release();
  }
}

/** Stores a row as a payment's start does: one commit that waits for the disk. */
async function storeRow(): Promise<string> {
  const client = await connect();
  try {
    await client.query('begin');
    await client.query({ name: 'store', text: 'insert into bench_rows (content) values ($1)', values: ['a row'] });
    await client.query('commit');
    return '{}';
  } finally {
    client.release();
  }
}

const documentBody = Buffer.from(document?.body ?? '', 'base64');

const server = createServer((request, response) => {
  if (request.url === '/document') {
    response.writeHead(200, document?.headers);
    response.end(documentBody);
    return;
  }
  const answer = request.method === 'POST' ? storeRow() : list(request.headers.cookie ?? '');
  answer.then(
    (body) => {
      response.writeHead(body === null ? 401 : 200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(port, '127.0.0.1', () => process.send?.({ ready: true }));
process.once('disconnect', () => process.exit());
