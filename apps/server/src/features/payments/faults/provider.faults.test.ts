import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FaultFixture, startFaultFixture } from '../../../testing/fault-fixture.ts';
import { authenticated, control, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import { compareBooks } from '../../../testing/payments/payment-books.ts';
import { payUntilPaid, waitUntilOver } from '../../../testing/persistent-customer.ts';
import type { ServerProcess } from '../../../testing/processes/server-process.ts';

// Processes start and die here, and an undecided payment may need its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: FaultFixture;
let server: ServerProcess;

beforeAll(async () => {
  fixture = await startFaultFixture();
  server = await fixture.startServer();
});
afterAll(() => fixture.close());

const charge = 'auths.create';
const search = 'auths.search';

/** The cases, with the payment's final status. */
const cases: [name: string, faults: object[], end: 'Completed' | 'Declined'][] = [
  ['the request is lost', [{ operation: charge, kind: 'drop-before' }], 'Declined'],
  ['the answer is lost', [{ operation: charge, kind: 'drop-after-commit' }], 'Completed'],
  ['the answer comes after we gave up', [{ operation: charge, kind: 'delay-answer', ms: 5_000 }], 'Completed'],
  ['the request arrives twice', [{ operation: charge, kind: 'duplicate' }], 'Completed'],
  [
    'it arrives twice, and the gateway refuses the second',
    [{ operation: charge, kind: 'duplicate', status: 402 }],
    'Completed',
  ],
  [
    'the request arrives twice and the answers are lost',
    [
      { operation: charge, kind: 'duplicate' },
      { operation: charge, kind: 'drop-after-commit' },
    ],
    'Completed',
  ],
  ['the provider fails before it', [{ operation: charge, kind: 'status', status: 500 }], 'Declined'],
  ['the provider fails after it', [{ operation: charge, kind: 'status-after-commit', status: 503 }], 'Completed'],
  ['the answer stops in the middle', [{ operation: charge, kind: 'slow-body', ms: 6_000 }], 'Completed'],
  ['the answer is not readable', [{ operation: charge, kind: 'invalid-json' }], 'Completed'],
  [
    'the answer is lost and the charge is invisible at first',
    [
      { operation: charge, kind: 'drop-after-commit' },
      { operation: charge, kind: 'invisible', ms: 900 },
    ],
    'Completed',
  ],
  [
    'the answer is lost and the provider is out for a while',
    [
      { operation: charge, kind: 'drop-after-commit' },
      { operation: search, kind: 'status', status: 503, times: 2 },
    ],
    'Completed',
  ],
];

describe('something goes wrong at the provider', () => {
  test.concurrent.each(cases)('[MONEY-1][MONEY-2] %s', async (_, faults, end) => {
    const payer = await fixture.payer();
    const customer = await payer.at(server);
    const { payment, token } = await authenticated(customer);
    for (const fault of faults) await makeFault(fixture.sandbox.url, payer.merchant, fault);
    await pay(customer, payment.merchantRefNumber, token);
    const over = await waitUntilOver(customer, payment.merchantRefNumber);
    expect(over.paymentStatus).toBe(end);
    await control(fixture.sandbox.url, 'DELETE', `faults?accountId=${payer.merchant.accountId}`);
    await payUntilPaid(customer, fixture.sandbox.bankUrl);
    const { theirs, ours } = await compareBooks(fixture.sandbox.url, payer.tenant, payer.merchant);
    expect(theirs.charged).toBe(10_000);
    expect(ours.filter(({ state }) => state === 'allocated')).toHaveLength(1);
  });
});
