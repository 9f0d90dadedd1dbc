import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let merchant: ComponentMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerComponentMerchant(sandbox);
  await giveComponents(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

const show = async ({ client }: Customer, merchantRefNum: string) =>
  (await client.call(getPayment, { params: { merchantRefNum } })).body;

const giveUp = async ({ client }: Customer, ref: string) => {
  await client.call(cancelPayment, { params: { ref } });
};
const stayAway = async () => {
  fixture.app.clock.advance({ minutes: 91 });
  await reconcile(fixture);
};

test.each([
  ['cancelled', 'CANCELLED', giveUp],
  ['expired', 'EXPIRED', stayAway],
])(
  '[MONEY-6][PROV-1] typed fields that are confirmed once their attempt is %s are a late success',
  async (after, code, end) => {
    const customer = await fixture.customer({});
    const { body } = await open(customer);
    const token = await typeCard(sandbox, body.fieldToken, cards.frictionless);
    const { merchantRefNumber: reference, paymentId } = body.payment;
    await end(customer, reference);
    expect((await show(customer, reference)).errorCode).toBe(code);
    const { requests } = await readComponentBooks(sandbox.url, merchant);
    await confirmLate(sandbox, merchant, { requestId: requests.at(-1)?.PaymentRequestId ?? '', token });
    fixture.app.clock.advance({ hours: 6 });
    await reconcile(fixture);
    expect(await show(customer, reference)).toMatchObject({
      paymentStatus: 'Completed',
      amount: 100,
      availableAmount: 0,
      errorCode: null,
      orders: [{ orderId: customer.orderIds[0], amount: 100 }],
    });
    const alerts = fixture.tenant.db.selectFrom('payment_alerts').select(['kind', 'detail']);
    expect(await alerts.where('payment_id', '=', paymentId).execute()).toEqual([
      { kind: 'late-success', detail: { after } },
    ]);
    const alertMails = fixture.tenant.db.selectFrom('mails').select('id').where('kind', '=', 'payment-alert');
    expect(await alertMails.execute()).not.toEqual([]);
  },
);
