import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { expect, vi } from 'vitest';
import type { FaultFixture, Payer } from '../fault-fixture.ts';
import { payOnce, payUntilPaid } from '../persistent-customer.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import type { Customer } from './checkout-fixture.ts';
import { compareBooks } from './payment-books.ts';

const customersAtOnce = 8;

/** How a copy of the server answered while PostgreSQL's primary changed. */
export interface Outage {
  /** The longest time without an answer that everything is well, in milliseconds. */
  longestGapMs: number;
  /** Every status that was not 200, and if it told when to come back. */
  refusals: string[];
}

/**
 * Lets customers pay at all copies, and takes the primary away meanwhile. Resolves when everybody has paid.
 * @param rounds how many customers pay one after the other, in each of eight rows
 * @returns the customers, and the outage at each copy
 */
export async function failDuringPayments(
  fixture: FaultFixture,
  servers: readonly ServerProcess[],
  rounds: number,
  fail: () => Promise<void> | void,
): Promise<{ payers: Payer[]; outages: Outage[] }> {
  const payers: Payer[] = [];
  const customers: Customer[] = [];
  for (let number = 0; number < customersAtOnce * rounds; number += 1) {
    const payer = await fixture.payer();
    payers.push(payer);
    customers.push(await payer.at(servers[number % servers.length] as ServerProcess));
  }
  const watches = servers.map((server) => watch(server, payers[0]?.tenant.key ?? ''));
  // A few at a time, one after the other: some pay before, some are in the middle, and some come too late.
  const rows = Array.from({ length: customersAtOnce }, async (_, row) => {
    for (const [index, customer] of customers.entries())
      if (index % customersAtOnce === row) await payStubbornly(customer, fixture.sandbox.bankUrl);
  });
  await pause(1_500);
  await fail();
  await Promise.all(rows);
  return { payers, outages: await Promise.all(watches.map((stop) => stop())) };
}

/** Pays as a customer who does not give up. Returns when all is paid. */
async function payStubbornly(customer: Customer, bankUrl: string): Promise<void> {
  for (let first = true; ; first = false) {
    try {
      if (first) await payOnce(customer, bankUrl);
      else return await payUntilPaid(customer, bankUrl);
    } catch {
      await pause(1_000);
    }
  }
}

/** Asks a server again and again if all is well, PostgreSQL included. @returns ends it */
function watch({ url }: ServerProcess, tenantKey: string): () => Promise<Outage> {
  const refusals = new Set<string>();
  let isOver = false;
  let lastGood = performance.now();
  let longest = 0;
  const look = async () => {
    while (!isOver) {
      const answer = await fetch(`${url}${apiBase}health`, { headers: { tenantkey: tenantKey } });
      await answer.body?.cancel();
      const now = performance.now();
      if (answer.status === 200) {
        longest = Math.max(longest, now - lastGood);
        lastGood = now;
      } else refusals.add(`${answer.status} ${answer.headers.has('retry-after') ? 'with' : 'without'} Retry-After`);
      await pause(100);
    }
  };
  const looking = look();
  return async () => {
    isOver = true;
    await looking;
    return { longestGapMs: Math.max(longest, performance.now() - lastGood), refusals: [...refusals] };
  };
}

/** Expects that each customer was charged once, and that their order is paid once. */
export async function expectAllPaidOnce(sandboxUrl: string, payers: readonly Payer[]): Promise<void> {
  for (const { tenant, merchant } of payers) {
    // The test's own connections may lead to the old primary, until they are tried.
    const compare = () => compareBooks(sandboxUrl, tenant, merchant);
    const { theirs, ours } = await vi.waitFor(compare, { timeout: 60_000, interval: 500 });
    expect(theirs.charged).toBe(10_000);
    expect(ours.filter(({ state }) => state === 'allocated')).toHaveLength(1);
  }
}
