import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cards } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirm,
  giveComponents,
  makeComponentFault,
  open,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../testing/payments/component-payments.ts';
import { reconcile } from '../../testing/payments/reconcile.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

type Mode = NonNullable<Parameters<typeof registerComponentMerchant>[2]>;

/** Registers a merchant whose requests show the bank's result in this way, with the marina's setting. */
async function takeCards(mode: Mode, setting?: 'required' | 'decidedByConfirm'): Promise<ComponentMerchant> {
  const merchant = await registerComponentMerchant(sandbox, 'GBP', mode);
  const settings = { ...merchant.settings, ...(setting && { threeDsBeforeConfirm: setting }) };
  await giveComponents(fixture.tenant.db, fixture.tenant.id, { ...merchant, settings });
  return merchant;
}

async function typed(card: string, options?: { answersBank: boolean }) {
  const customer = await fixture.customer({ grossMinor: 10_000 });
  const { body } = await open(customer);
  const token = await typeCard(sandbox, body.fieldToken, card, options);
  return { customer, ref: body.payment.merchantRefNumber, token };
}

const requestsOf = async (merchant: ComponentMerchant) => (await readComponentBooks(sandbox.url, merchant)).requests;
const chargedOf = async (merchant: ComponentMerchant) => (await readComponentBooks(sandbox.url, merchant)).charged;
const alertsOf = (paymentId: number) =>
  fixture.tenant.db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', paymentId).execute();

const refused = { paymentStatus: 'Declined', errorCode: 'AUTHENTICATION_FAILED' };

describe.each(['required', 'decidedByConfirm'] as const)('where 3-D Secure is %s', (setting) => {
  test.each([
    ['N', cards.refused],
    ['U', cards.unavailable],
    ['R', cards.rejected],
  ])('[PROV-1] [CARD-4] a request whose bank says %s is never confirmed', async (letter, card) => {
    const merchant = await takeCards('beforeConfirm', setting);
    const { customer, ref, token } = await typed(card);
    const [asked] = await requestsOf(merchant);
    expect(asked).toMatchObject({ Threeds: { ThreedsStatus: letter } });
    expect((await confirm(customer, ref, token)).body).toMatchObject(refused);
    expect(await requestsOf(merchant)).toMatchObject([{ Status: 'pending_confirm' }]);
  });

  test('[PROV-1] [CARD-4] an attempt whose bank still waits for its customer (C) is not confirmed', async () => {
    const merchant = await takeCards('beforeConfirm', setting);
    const { customer, ref } = await typed(cards.challenge, { answersBank: false });
    const [asked] = await requestsOf(merchant);
    expect(asked).toMatchObject({ Status: 'pending_confirm', Threeds: { ThreedsStatus: 'C' } });
    expect((await confirm(customer, ref, asked?.Token ?? '')).body).toMatchObject(refused);
    expect(await requestsOf(merchant)).toMatchObject([{ Status: 'pending_confirm' }]);
  });

  test.each([
    ['Y', cards.frictionless],
    ['A', cards.attempted],
  ])('[PROV-1] one whose bank says %s is paid, and nobody is alarmed', async (_letter, card) => {
    const merchant = await takeCards('beforeConfirm', setting);
    const { customer, ref, token } = await typed(card);
    const { body } = await confirm(customer, ref, token);
    expect(body.paymentStatus).toBe('Completed');
    expect(await chargedOf(merchant)).toBe(10_000);
    expect(await alertsOf(body.paymentId)).toEqual([]);
  });
});

describe('a request that says nothing before it is confirmed', () => {
  test('[PROV-1] is refused unless the marina’s settings say otherwise', async () => {
    const merchant = await takeCards('withConfirm');
    const { customer, ref, token } = await typed(cards.frictionless);
    expect((await confirm(customer, ref, token)).body).toMatchObject(refused);
    expect(await requestsOf(merchant)).toMatchObject([{ Status: 'pending_confirm' }]);
  });

  test('[PROV-1] is confirmed where that decides: paid with Y, declined with N', async () => {
    const merchant = await takeCards('withConfirm', 'decidedByConfirm');
    const known = await typed(cards.frictionless);
    const paid = await confirm(known.customer, known.ref, known.token);
    expect(paid.body.paymentStatus).toBe('Completed');
    expect(await alertsOf(paid.body.paymentId)).toEqual([]);
    const unknown = await typed(cards.refused);
    expect((await confirm(unknown.customer, unknown.ref, unknown.token)).body).toMatchObject(refused);
    expect(await chargedOf(merchant)).toBe(10_000);
  });

  test('[PROV-1] [MONEY-6] an approval without Y or A is booked, and the marina gets an alert', async () => {
    const merchant = await takeCards('notEnforced', 'decidedByConfirm');
    const { customer, ref, token } = await typed(cards.unavailable);
    const { body } = await confirm(customer, ref, token);
    expect(body).toMatchObject({ paymentStatus: 'Completed', receiptReady: true });
    expect(body.orders).toMatchObject([{ amount: 100 }]);
    expect(await alertsOf(body.paymentId)).toEqual([{ kind: 'not-authenticated' }]);
    expect(await chargedOf(merchant)).toBe(10_000);
  });

  test('[MONEY-1] [MONEY-6] an approval without Y or A is alerted also if its answer was lost', async () => {
    const merchant = await takeCards('notEnforced', 'decidedByConfirm');
    const { customer, ref, token } = await typed(cards.refused);
    const fault = { operation: 'payment-requests.confirm', kind: 'drop-after-commit' };
    await makeComponentFault(sandbox.url, merchant, fault);
    const { body } = await confirm(customer, ref, token);
    expect(body.paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    expect((await confirm(customer, ref, token)).body.paymentStatus).toBe('Completed');
    expect(await alertsOf(body.paymentId)).toEqual([{ kind: 'not-authenticated' }]);
    expect(await chargedOf(merchant)).toBe(10_000);
  });
});
