import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { openCardComponents } from '@quayside/contract/cards/card-components.ts';
import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import { startExpressPayment, startPagePayment } from '@quayside/contract/payments/payment-pages.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import { giveComponents, registerComponentMerchant } from '../../testing/payments/component-payments.ts';
import { givePageProvider, registerPaypal, registerRedirect } from '../../testing/payments/page-payments.ts';

interface Document {
  paths: Record<string, { post: { requestBody: { content: Record<string, { example: object }> } } }>;
}

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let document: Document;

beforeAll(async () => {
  fixture = await startCheckoutFixture({}, { allowPartialPayment: true });
  const { db, id, key } = fixture.tenant;
  for (const merchant of [await registerPaypal(sandbox), await registerRedirect(sandbox)])
    await givePageProvider(db, id, merchant);
  await giveComponents(db, id, await registerComponentMerchant(sandbox));
  // The examples' order 1 is somebody else's.
  await fixture.customer({});
  document = (await fixture.app.client(key).get(`${apiBase}openapi.json`)).body as Document;
});
afterAll(() => fixture.close());

/** The calls that start a payment, each with the provider that its marina has. */
const starts: readonly [name: string, call: Call, provider: string | undefined][] = [
  ['a card', createCardPayment, undefined],
  ['card components', openCardComponents, undefined],
  ['a redirect provider', startPagePayment, 'redirect'],
  ['an express provider', startExpressPayment, undefined],
];

/** The fields that this marina, this customer or this way of paying does not have. */
const ofOthers: ReadonlySet<string> = new Set(['account', 'paymentMethod', 'payLink', 'saveToAccount', 'testMode']);

// The walk over all calls names orders that can't be paid, so its server does not read all of a basket.
test.each(starts)('[CALL-1] [PAID-4] the example of a basket starts a payment by %s', async (_, call, providerKey) => {
  const customer = await fixture.customer({ grossMinor: 9_900 });
  const { client, accountGuid, orderIds } = customer;
  const shown = document.paths[`/${call.path}`]?.post.requestBody.content['application/json']?.example;
  const text = JSON.stringify(shown).replaceAll('https://portal.saltmarsh.example', fixture.app.url);
  const example = Object.entries(JSON.parse(text) as object).filter(([name]) => !ofOthers.has(name));
  // Only the names of things that exist differ from what is shown.
  const orders = call === openCardComponents ? { ordersToPay: [{ orderId: orderIds[0], amount: 99 }] } : { orderIds };
  const body = { ...Object.fromEntries(example), accountGuid, ...orders, providerKey };
  const answer = await client.request(call.method, apiBase + call.path, { body });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Incomplete')]);
});
