import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { authenticated, chargesOf } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { findById } from '../payments.queries.ts';
import { charge, type ChargeRequest } from './charge.service.ts';
import type { Engine } from './engine.types.ts';

let fixture: CheckoutFixture;
let engine: Engine;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  const { app, tenant } = fixture;
  const marina = await loadTenant(app.database, tenant.id);
  engine = { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
});
afterAll(() => fixture.close());

/** Prepares an attempt whose bank has agreed, and its charge by a provider that acts as given. */
async function prepare(take: ChargeRequest['take']) {
  const { payment } = await authenticated(await fixture.customer({ grossMinor: 10_000 }));
  const find = () => findById(engine.db, engine.tenant.id, payment.paymentId);
  const row = await find();
  const request = { take, from: 'authenticated', rememberCard: false, language: 'en-GB' } as const;
  return { reference: payment.merchantRefNumber, find, send: () => charge(engine, row, request) };
}

test('[MONEY-1] one of two requests at once reaches the provider; the other answers without waiting', async () => {
  const calls: string[] = [];
  const answer = Promise.withResolvers<void>();
  const { reference, send } = await prepare(async ({ merchantRefNumber }) => {
    calls.push(merchantRefNumber);
    await answer.promise;
    return { kind: 'unknown', reason: 'no answer' };
  });
  const requests = [send(), send()];
  expect(await Promise.race(requests)).toMatchObject({ isOurs: false, payment: { state: 'sent' } });
  answer.resolve();
  const both = await Promise.all(requests);
  expect(both.filter(({ isOurs }) => isOurs)).toHaveLength(1);
  expect(calls).toEqual([reference]);
});

test('[MONEY-2] an adapter that fails leaves it open if money moved, until the provider was asked', async () => {
  const { reference, find, send } = await prepare(() => Promise.reject(new TypeError('a mistake of ours')));
  expect(await send()).toMatchObject({ isOurs: true, payment: { state: 'unknown' } });
  const trail = await engine.db
    .selectFrom('payment_events')
    .select('detail')
    .where('payment_id', '=', (await find()).id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(trail.detail).toMatchObject({ reason: 'adapter failed' });
  fixture.app.clock.advance({ minutes: 5 });
  await reconcile(fixture);
  expect(await chargesOf(fixture, reference)).toEqual([]);
  expect((await find()).state).not.toBe('unknown');
});
