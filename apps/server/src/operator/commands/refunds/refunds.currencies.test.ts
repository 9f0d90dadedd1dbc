import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { refundingProviderNames } from '../../testing/refunding-providers.ts';
import { startRefunds } from '../../testing/refunds.ts';

// ISO 4217 counts both currencies in hundredths. These marinas write none.
describe.each(['HUF', 'NOK'])('a marina that writes %s without decimals', (isoCurrencyCode) => {
  let refunds: Awaited<ReturnType<typeof startRefunds>>;
  beforeAll(async () => {
    const culture = { isoCurrencyCode, currencyDecimalPlaces: 0, minorCurrencyUnit: 1 };
    refunds = await startRefunds(inject('sandbox'), culture);
  });
  afterAll(() => refunds.fixture.close());
  beforeEach(() => refunds.fixture.app.clock.set(new Date().toISOString()));

  test.each(refundingProviderNames)('[MONEY-48][PAID-3] takes and refunds the same amount: %s', async (name) => {
    const way = refunds.ways[name];
    const customer = await refunds.fixture.customer({ grossMinor: 25_000 });
    const reference = await way.pay(customer);
    const before = await way.refundedThere();
    await way.elsewhere(reference, 200_000);
    const { out, err } = await refunds.refund(reference, '--amount', '5000');
    expect(err).toBe('');
    expect(out).toMatch(new RegExp(`^5000 ${isoCurrencyCode} of payment P\\d{6} is refunded`));
    expect(await way.refundedThere()).toBe(before + 700_000);
    expect(await refunds.paymentOf(reference)).toMatchObject({ refunded_minor: 7_000 });
    expect((await refunds.refund(reference, '--amount', '18001')).err).toContain('that is more than is left of it');
    expect((await refunds.refund(reference)).out).toMatch(/^18000 /);
    expect(await way.refundedThere()).toBe(before + 2_500_000);
  });
});
