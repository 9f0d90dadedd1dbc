import { randomUUID } from 'node:crypto';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { Request } from 'autocannon';
import pg from 'pg';
import { measure, measureOnce } from '../load.ts';
import type { BenchMarina } from '../marina.ts';
import { startBareServer, startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { cookieOf, listRequests } from '../requests.ts';

/**
 * Compares starting a payment (no provider is called) with a bare transaction that stores one row, at the 95th
 * percentile. Both wait for the disk once. The list page, which waits for no disk, is told for comparison.
 */
export async function measurePayStart(marina: BenchMarina, seconds: number): Promise<Figure[]> {
  const [server, bare] = [await startServer(marina), await startBareServer(marina)];
  try {
    const starts = await startRequests(marina);
    await measureOnce(server.url, starts.splice(0, seconds === 0 ? 32 : 320)); // warm
    const list = await measure({ url: server.url, requests: listRequests(marina), seconds });
    const rows = Array.from({ length: 32 }, () => ({ method: 'POST', path: '/', headers: {} }));
    await measure({ url: bare.url, requests: rows, seconds: Math.min(1, seconds) }); // warm
    const floor = await measure({ url: bare.url, requests: rows, seconds });
    const pay = await measureOnce(server.url, seconds === 0 ? starts.slice(0, 32) : starts);
    return [
      {
        what: 'pay start, 95th percentile',
        figure: `${rounded(pay.p95)} ms`,
        floor: `${rounded(floor.p95)} ms (list page: ${rounded(list.p95)} ms)`,
        value: pay.p95 / floor.p95,
        budget: { most: 30 },
      },
    ];
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

/**
 * Returns one request for each payable order, made by its own customer. Orders that an earlier run started are
 * held.
 */
async function startRequests({ superUrl, sessions, tenantId }: BenchMarina): Promise<Request[]> {
  const client = new pg.Client(superUrl);
  await client.connect();
  const { rows } = await client.query<{ id: number; account_id: number; due: number }>(
    `select id, account_id, (gross_minor - allocated_minor)::int as due from orders
     where tenant_id = $1 and account_id = any($2) and gross_minor > allocated_minor order by random()`,
    [tenantId, sessions.map(({ accountId }) => accountId)],
  );
  await client.end();
  const sessionOf = new Map(sessions.map((session) => [session.accountId, session]));
  return rows.flatMap(({ id, account_id, due }): Request[] => {
    const session = sessionOf.get(account_id);
    if (!session) return [];
    const body = {
      accountGuid: session.guid,
      orderIds: [id],
      amount: minorToMajor(due, 2),
      paymentChannel: 'Card',
    };
    return [
      {
        method: 'POST',
        path: apiBase + createCardPayment.path,
        headers: { ...cookieOf(session), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      },
    ];
  });
}
