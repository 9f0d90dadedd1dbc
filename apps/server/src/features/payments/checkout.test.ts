import { getPayment } from '@quayside/contract/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  authenticate,
  type Checkout,
  create,
  pay,
  presentCard,
  readBooks,
  registerMerchant,
  type TestMerchant,
  giveProvider,
} from '../../testing/card-payments.ts';
import { makeTenant, signedInCustomer, type TestTenant } from '../../testing/factories.ts';
import { makeOrder } from '../../testing/factories-orders.ts';
import { type SandboxProcess, startSandboxProcess } from '../../testing/sandbox-process.ts';

let app: TestApp;
let sandbox: SandboxProcess;
let merchant: TestMerchant;
let tenant: TestTenant;

beforeAll(async () => {
  [app, sandbox] = await Promise.all([startTestApp(), startSandboxProcess()]);
  merchant = await registerMerchant(sandbox.url);
  tenant = await makeTenant(app);
  await giveProvider(tenant.db, tenant.id, merchant);
});
afterAll(async () => {
  await Promise.all([app.close(), sandbox.stop()]);
});

async function checkout(prices = [10_000]): Promise<Checkout> {
  const { client, account } = await signedInCustomer(app, tenant);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const orderIds: number[] = [];
  for (const grossMinor of prices) orderIds.push((await makeOrder(tenant.db, owner, { grossMinor })).id);
  const amount = prices.reduce((sum, price) => sum + price, 0) / 100;
  return { client, accountGuid: account.guid, orderIds, amount, sandboxUrl: sandbox.url, merchant };
}

test('[MONEY-1][MONEY-3] an authenticated card pays its orders once, and the books agree', async () => {
  const basket = await checkout([10_000, 2_550]);
  const created = await create(basket);
  expect(created).toMatchObject({ status: 200, body: { paymentStatus: 'Incomplete', amount: 125.5 } });
  const { merchantRefNumber } = created.body;
  const card = await presentCard(sandbox.url, merchant);
  expect(await authenticate(basket, merchantRefNumber, card)).toMatchObject({
    status: 200,
    body: { outcome: 'proceed', version: 2, threeDResult: 'Y' },
  });
  const paid = await pay(basket, merchantRefNumber, card.token);
  expect(paid).toMatchObject({
    status: 200,
    body: {
      paymentStatus: 'Completed',
      cardPaymentStatus: 'COMPLETED',
      availableAmount: 0,
      maskedCardNumber: '**** 1000',
      orders: [
        { orderId: basket.orderIds[0], amount: 100 },
        { orderId: basket.orderIds[1], amount: 25.5 },
      ],
    },
  });
  const again = await pay(basket, merchantRefNumber, card.token);
  expect(again.body).toEqual(paid.body);
  const read = await basket.client.call(getPayment, { params: { merchantRefNum: merchantRefNumber } });
  expect(read.body).toEqual(paid.body);
  expect(await readBooks(sandbox.url, merchant)).toMatchObject({
    charged: 12_550,
    auths: [{ merchantRefNum: merchantRefNumber, status: 'COMPLETED', authenticationCheck: 'genuine' }],
  });
});
