import { cancelPayment, getPayment } from '@quayside/contract/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cards } from '../../testing/card-payments.ts';
import { type CheckoutWorld, type Customer, startCheckoutWorld } from '../../testing/checkout-world.ts';
import {
  type ComponentMerchant,
  confirmLate,
  giveComponents,
  open,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../testing/component-payments.ts';
import { reconcile } from '../../testing/reconcile.ts';

const sandbox = inject('sandbox');
let world: CheckoutWorld;
let merchant: ComponentMerchant;
beforeAll(async () => {
  world = await startCheckoutWorld();
  merchant = await registerComponentMerchant(sandbox);
  await giveComponents(world.tenant.db, world.tenant.id, merchant);
});
afterAll(() => world.close());

const show = async ({ client }: Customer, merchantRefNum: string) =>
  (await client.call(getPayment, { params: { merchantRefNum } })).body;

const giveUp = async ({ client }: Customer, ref: string) => {
  await client.call(cancelPayment, { params: { ref } });
};
const stayAway = async () => {
  world.app.clock.advance({ minutes: 91 });
  await reconcile(world);
};

test.each([
  ['cancelled', 'CANCELLED', giveUp],
  ['expired', 'EXPIRED', stayAway],
])(
  '[MONEY-6][PROV-1] typed fields that are confirmed once their attempt is %s are a late success',
  async (after, code, end) => {
    const customer = await world.customer({});
    const { body } = await open(customer);
    const token = await typeCard(sandbox, body.fieldToken, cards.frictionless);
    const { merchantRefNumber: reference, paymentId } = body.payment;
    await end(customer, reference);
    expect((await show(customer, reference)).errorCode).toBe(code);
    const { requests } = await readComponentBooks(sandbox.url, merchant);
    await confirmLate(sandbox, merchant, { requestId: requests.at(-1)?.PaymentRequestId ?? '', token });
    world.app.clock.advance({ hours: 6 });
    await reconcile(world);
    expect(await show(customer, reference)).toMatchObject({
      ...{ paymentStatus: 'Completed', amount: 100, availableAmount: 0, errorCode: null },
      orders: [{ orderId: customer.orderIds[0], amount: 100 }],
    });
    const alerts = world.tenant.db.selectFrom('payment_alerts').select(['kind', 'detail']);
    expect(await alerts.where('payment_id', '=', paymentId).execute()).toEqual([
      { kind: 'late-success', detail: { after } },
    ]);
    const told = world.tenant.db.selectFrom('mails').select('id').where('kind', '=', 'payment-alert');
    expect(await told.where('payment_alert_id', 'is not', null).execute()).not.toEqual([]);
  },
);
