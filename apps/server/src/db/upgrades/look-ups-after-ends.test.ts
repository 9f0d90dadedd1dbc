import { getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrationDatabase } from '../../testing/databases/migration-database.ts';
import { cards } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirmLate,
  giveComponents,
  open,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../testing/payments/component-payments.ts';
import { reconcile } from '../../testing/payments/reconcile.ts';
import { up } from '../migrations/0050-look-ups-after-ends.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let merchant: ComponentMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerComponentMerchant(sandbox);
  await giveComponents(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

interface Left {
  customer: Customer;
  reference: string;
}

/** Makes an attempt that an older version ended, without look-ups afterwards, and that was paid after its end. */
async function paidAfterEnd(ended: { ended_by: string | null; days: number }): Promise<Left> {
  const customer = await fixture.customer({});
  const { body } = await open(customer);
  const token = await typeCard(sandbox, body.fieldToken, cards.frictionless);
  const { merchantRefNumber: reference, paymentId } = body.payment;
  const created_at = new Date(Date.now() - ended.days * 24 * 60 * 60_000);
  const end = { state: ended.ended_by === 'declined' ? 'declined' : 'cancelled', error_code: 'ANY', check_at: null };
  await fixture.tenant.db
    .updateTable('payments')
    .set({ ...end, ended_by: ended.ended_by, created_at })
    .where('id', '=', paymentId)
    .execute();
  const { requests } = await readComponentBooks(sandbox.url, merchant);
  await confirmLate(sandbox, merchant, { requestId: requests.at(-1)?.PaymentRequestId ?? '', token });
  return { customer, reference };
}

const statusOf = async ({ customer, reference }: Left) =>
  (await customer.client.call(getPayment, { params: { merchantRefNum: reference } })).body.paymentStatus;

test('[MONEY-6] after an upgrade the provider is asked about attempts that an old version ended unasked', async () => {
  const left = [
    await paidAfterEnd({ ended_by: 'cancelled', days: 1 }),
    await paidAfterEnd({ ended_by: null, days: 2 }),
    await paidAfterEnd({ ended_by: 'cancelled', days: 4 }),
    await paidAfterEnd({ ended_by: 'declined', days: 1 }),
  ];
  await reconcile(fixture);
  const before = await Promise.all(left.map(statusOf));
  expect(before).toEqual(['Cancelled', 'Cancelled', 'Cancelled', 'Declined']);

  await up(migrationDatabase(fixture.app));
  fixture.app.clock.advance({ seconds: 5 });
  await reconcile(fixture);
  expect(await Promise.all(left.map(statusOf))).toEqual(['Completed', 'Completed', 'Cancelled', 'Declined']);
});
