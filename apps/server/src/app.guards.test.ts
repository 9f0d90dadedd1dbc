import type { Call } from '@quayside/contract/shared/call.ts';
import { afterEach, expect, test } from 'vitest';
import { inputOf } from './testing/contract/contract-example.ts';
import { examples } from './testing/contract/contract-examples.ts';
import { contents, type ContractFixture, makeContractFixture } from './testing/contract/contract-fixture.ts';

let fixture: ContractFixture;
afterEach(() => fixture.close());

async function outcomeOf(call: Call): Promise<string> {
  const { status, body } = await fixture.owner.client.call(call, inputOf(examples[call.name]?.(fixture) ?? {}));
  return `${call.name} ${status} ${body?.responseStatus?.errorCode}`;
}

test('a session that was left open starts no payment: each call that says so refuses it', async () => {
  fixture = await makeContractFixture();
  const guarded = fixture.app.app.routesOfContract.map(({ call }) => call).filter((call) => call.recentSignIn);
  expect(guarded.map(({ name }) => name).toSorted()).toEqual([
    'createCardPayment',
    'exchangeGooglePayToken',
    'openApplePaySession',
    'openCardComponents',
    'payByApplePay',
    'startExpressPayment',
    'startPagePayment',
    'startQuickPayExpressPayment',
  ]);
  const proven = new Date(fixture.app.clock.now().getTime() - 12 * 60 * 60_000 - 1);
  await fixture.tenant.db.updateTable('sessions').set({ authenticated_at: proven }).execute();
  for (const call of guarded) expect(await outcomeOf(call)).toBe(`${call.name} 409 AUTHENTICATION_TOO_OLD`);
});

test('[SAFE-3] each call that declares a limit counts before it does anything, and is refused beyond it', async () => {
  fixture = await makeContractFixture();
  const limited = fixture.app.app.routesOfContract.filter(({ limits = [] }) => limits.length > 0);
  expect(limited.length).toBeGreaterThan(20);
  for (const { call, limits = [] } of limited) {
    // A file in a form; features/agreements/papers/agreement-papers.test.ts sends some.
    if (call.name === 'verifyAgreement') continue;
    await fixture.tenant.db.deleteFrom('rate_limits').execute();
    await outcomeOf(call);
    for (const { name } of limits) {
      const bucket = await fixture.tenant.db
        .updateTable('rate_limits')
        .set({ hits: 1_000_000 })
        .where('bucket', 'like', `${name}:%`)
        .returning('bucket')
        .execute();
      expect([call.name, name, bucket.length]).toEqual([call.name, name, 1]);
      const before = await contents(fixture);
      expect(await outcomeOf(call)).toBe(`${call.name} 429 TOO_MANY_REQUESTS`);
      expect(await contents(fixture)).toBe(before);
      await fixture.tenant.db.updateTable('rate_limits').set({ hits: 1 }).execute();
    }
  }
});
