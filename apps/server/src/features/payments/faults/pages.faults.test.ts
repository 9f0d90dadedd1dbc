import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type FaultFixture, startFaultFixture } from '../../../testing/fault-fixture.ts';
import type { Customer } from '../../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  type PageMerchant,
  registerPaypal,
  registerRedirect,
  startOnPage,
  startPaypal,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { waitUntilOver } from '../../../testing/persistent-customer.ts';
import type { ServerProcess } from '../../../testing/processes/server-process.ts';
import type { CrashPoint } from '../engine/crash-points.service.ts';

// Processes start and die here, and an undecided payment may need its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const sandbox = inject('sandbox');
let fixture: FaultFixture;
let healthy: ServerProcess;

beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());

const key = { 'idempotency-key': 'basket' };

type Act = (customer: Customer) => Promise<unknown>;

/** Makes a customer of a marina with this provider, at a server that dies, and then at one that doesn't. */
async function atDyingServer(point: CrashPoint, register: () => Promise<PageMerchant>) {
  const payer = await fixture.payer();
  const merchant = await register();
  await givePageProvider(payer.tenant.db, payer.tenant.id, merchant);
  const server = await fixture.startServer({ CRASH_AT: point, WORKER: 'off' });
  const die = async (act: Act) => {
    expect(await act(await payer.at(server)).catch((error: unknown) => error)).toBeInstanceOf(TypeError);
    expect(await server.exited).toBe('SIGKILL');
  };
  const dies = async (act: Act) => {
    await die(act);
    healthy ??= await fixture.startServer();
    return payer.at(healthy);
  };
  /** The other server listens on the dead one's port: to the provider it is the same portal. */
  const diesAndRestarts = async (act: Act) => {
    await die(act);
    return payer.at(await fixture.startServer({}, server.port));
  };
  /** Returns what the provider has taken, and what orders have got of it. */
  const books = async () => {
    const rows = await payer.tenant.db
      .selectFrom('payments')
      .select('allocated_minor')
      .where('tenant_id', '=', payer.tenant.id)
      .where('state', '=', 'allocated')
      .execute();
    return [await pageCharges(sandbox, merchant), rows.map(({ allocated_minor }) => allocated_minor)];
  };
  return { server, payer, dies, diesAndRestarts, books };
}

/** An order gets its money in the commit after the one that makes the payment "Completed". */
const soon = { timeout: 60_000 };

/**
 * `npm run test:faults` dies at each point. `npm test` dies before the page is requested, and when only the provider
 * knows it.
 */
const starting: CrashPoint[] = process.env.FAULT_ROUNDS
  ? ['after-redirected-commit', 'after-begin-call', 'after-page-commit']
  : ['after-redirected-commit', 'after-begin-call'];

test.each(starting)(
  '[MONEY-1] killed at %s: asked again with the same key it is the same attempt, paid once',
  async (point) => {
    const { diesAndRestarts, books } = await atDyingServer(point, () => registerRedirect(sandbox));
    const customer = await diesAndRestarts((one) => startOnPage(one, {}, key));
    const { body } = await startOnPage(customer, {}, key);
    await actOnPage(body.redirectUrl, 'pay-here');
    expect((await waitUntilOver(customer, body.merchantRefNumber)).paymentStatus).toBe('Completed');
    await expect.poll(books, soon).toEqual([[10_000], [10_000]]);
  },
);

test('[MONEY-1] killed after closing the page: it takes no payment, and giving up again cancels', async () => {
  const { dies, books, payer, server } = await atDyingServer('after-close-call', () => registerRedirect(sandbox));
  const { body } = await startOnPage(await payer.at(server), {}, key);
  const giveUp = ({ client }: Customer) => client.call(cancelPayment, { params: { ref: body.merchantRefNumber } });
  const customer = await dies(giveUp);
  await actOnPage(body.redirectUrl, 'pay-here');
  expect((await giveUp(customer)).body.paymentStatus).toBe('Cancelled');
  await expect.poll(books, soon).toEqual([[], []]);
});

test('[MONEY-2] killed while it stores that a page was paid: the payment is found and on its order', async () => {
  const { dies, books, payer, server } = await atDyingServer('before-outcome-commit', () => registerRedirect(sandbox));
  const { body } = await startOnPage(await payer.at(server), {}, key);
  await actOnPage(body.redirectUrl, 'pay-here');
  const customer = await dies(({ client }) =>
    client.call(getPayment, { params: { merchantRefNum: body.merchantRefNumber } }),
  );
  expect((await waitUntilOver(customer, body.merchantRefNumber)).paymentStatus).toBe('Completed');
  await expect.poll(books, soon).toEqual([[10_000], [10_000]]);
});

test.each([
  ['after-sent-commit', 'Declined', []],
  ['after-charge-call', 'Completed', [10_000]],
] as const)(
  '[MONEY-1][MONEY-2] killed at %s of a capture it comes to %s, and the books agree',
  async (point, status, taken) => {
    const { dies, books, payer, server } = await atDyingServer(point, () => registerPaypal(sandbox));
    const { body } = await startPaypal(await payer.at(server), key);
    await approveAtPaypal(sandbox, body.token);
    const customer = await dies((one) => confirmPaypal(one, body.token));
    expect((await waitUntilOver(customer, body.payment.merchantRefNumber)).paymentStatus).toBe(status);
    await expect.poll(books, soon).toEqual([taken, taken]);
  },
);
