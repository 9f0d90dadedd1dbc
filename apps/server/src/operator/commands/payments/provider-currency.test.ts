import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeEstimate } from '../../../testing/factories/estimates.ts';
import { makeTenant, sampleSettings, signedInCustomer } from '../../../testing/factories/factories.ts';
import { dinarCulture, yenCulture } from '../../../testing/factories/orders.ts';
import { runOperator } from '../../testing/operator.ts';

const paysafe = {
  displayName: 'Card',
  inTestMode: true,
  accountId: '1001',
  apiBaseUrl: 'http://127.0.0.1:1',
  scriptBaseUrl: 'http://127.0.0.1:1',
  serverKey: 'server',
  serverSecret: 'secret',
  tokenKey: 'token',
  tokenSecret: 'secret',
};
const googlePay = { gatewayMerchantId: 'gateway-1' };
const why = /^providers\.paysafe\.googlePay: Google Pay takes amounts with at most two decimals, and TND has 3\. Leave/;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const give = async (key: string, setting: string[], value: object) => {
  const args = ['tenant', 'set', key, ...setting, '--file', '-'];
  const { code, err } = await runOperator(args, { database: app.testDatabase, input: JSON.stringify(value) });
  return `${code} ${err.trim()}`.trim();
};
const giveProvider = (key: string, settings: object) => give(key, ['providers.paysafe'], { ...paysafe, ...settings });

test('[MONEY-5] Google Pay is refused at set-up where the currency has three decimals, and it says why', async () => {
  const dinars = await makeTenant(app, { settings: sampleSettings({ culture: dinarCulture }) });
  const [code, ...words] = (await giveProvider(dinars.key, { googlePay })).split(' ');
  expect(code).toBe('1');
  expect(words.join(' ')).toMatch(why);
  expect(await giveProvider(dinars.key, { googlePay: null })).toBe('0');
});

test('[MONEY-5] a currency of three decimals is refused where Google Pay is on', async () => {
  const pounds = await makeTenant(app);
  const { isoCurrencyCode, currencyDecimalPlaces, minorCurrencyUnit } = dinarCulture;
  const culture = { culture: { isoCurrencyCode, currencyDecimalPlaces, minorCurrencyUnit } };
  expect(await giveProvider(pounds.key, { googlePay })).toBe('0');
  const [code, ...words] = (await give(pounds.key, [], culture)).split(' ');
  expect(code).toBe('1');
  expect(words.join(' ')).toMatch(why);
  expect(await giveProvider(pounds.key, {})).toBe('0');
  expect(await give(pounds.key, [], culture)).toBe('0');
});

test('[PROV-6] a provider may have its own key; the operator learns if no customer is offered it', async () => {
  const dinars = await makeTenant(app, { settings: sampleSettings({ culture: dinarCulture }) });
  const say = async (key: string, settings: object) => {
    const args = ['tenant', 'set', dinars.key, `providers.${key}`, '--file', '-'];
    const { code, out } = await runOperator(args, { database: app.testDatabase, input: JSON.stringify(settings) });
    return `${code} ${out.trim()}`.trim();
  };
  expect(await say('harbour-cards', { ...paysafe, adapter: 'paysafe' })).not.toContain('not offered');
  const keys = { clientId: 'id', clientSecret: 'secret', webhookId: 'hook' };
  expect(await say('paypal', { inTestMode: true, apiBaseUrl: 'http://127.0.0.1:1', ...keys })).toContain(
    'Customers are not offered paypal: it does not take TND.',
  );
});

test('[MONEY-48] cards are not offered if the marina writes more decimals than its currency has', async () => {
  const decimals = { currencyDecimalPlaces: 2, minorCurrencyUnit: 100 };
  const yen = await makeTenant(app, { settings: sampleSettings({ culture: { ...yenCulture, ...decimals } }) });
  const args = ['tenant', 'set', yen.key, 'providers.paysafe', '--file', '-'];
  const { out } = await runOperator(args, { database: app.testDatabase, input: JSON.stringify(paysafe) });
  expect(out).toContain('Customers are not offered paysafe: it does not take JPY with 2 decimals.');
});

test('[MONEY-48] a currency can’t change once an estimate counts in it', async () => {
  const pounds = await makeTenant(app);
  const { account } = await signedInCustomer(app, pounds);
  await makeEstimate(pounds.db, { tenantId: pounds.id, accountId: account.id, siteId: account.siteId });
  expect(await give(pounds.key, [], { culture: { isoCurrencyCode: 'EUR' } })).toContain(
    'has orders, estimates or payments in GBP, so its currency cannot change',
  );
});
