import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { CallError } from '../errors.ts';
import { type Counted, countHits, limitRate, notingHits, takeBackHits, undoHits } from './rate-limit.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
});

const counterOf = (name: string, max: number): Counted => ({ limit: { name, max, windowMs: 60_000 }, who: 'somebody' });
const narrow = counterOf('narrow', 2);
const wide = counterOf('wide', 100);

const count = () => countHits(tenant.db, tenant.id, [narrow, wide], app.clock.now());

async function stored(): Promise<Record<string, number>> {
  const rows = await tenant.db.selectFrom('rate_limits').select(['bucket', 'hits']).execute();
  return Object.fromEntries(rows.map(({ bucket, hits }) => [bucket.split(':')[0] ?? '', hits]));
}

test('[SAFE-3] a hit beyond one limit does not count for the counters after it', async () => {
  const hits = [];
  for (let n = 0; n < 4; n++) hits.push((await count()).map((counter) => counter?.hits));
  expect(hits).toEqual([
    [1, 1],
    [2, 2],
    [3, undefined],
    [4, undefined],
  ]);
  expect(await stored()).toEqual({ narrow: 4, wide: 2 });
});

test('[SAFE-3] simultaneous hits all count, and are all taken back', async () => {
  await Promise.all(Array.from({ length: 30 }, () => limitRate(tenant.db, tenant.id, wide, app.clock.now())));
  expect(await stored()).toEqual({ wide: 30 });
  const both = [counterOf('first', 100), wide];
  const countAndUndo = async () => {
    await countHits(tenant.db, tenant.id, both, app.clock.now());
    await undoHits(tenant.db, tenant.id, both);
  };
  await Promise.all(Array.from({ length: 30 }, countAndUndo));
  expect(await stored()).toEqual({ first: 0, wide: 30 });
});

test('[SAFE-3] a counter that nobody has used is not made by taking back', async () => {
  await undoHits(tenant.db, tenant.id, [narrow, wide]);
  expect(await stored()).toEqual({});
});

test('[SAFE-3] hits that could not be taken back at first are taken back after the fault', async () => {
  const away = new DatabaseClient({ url: app.testDatabase.appUrl });
  await away.close();
  const request: Pick<FastifyRequest, 'hits' | 'log'> = { log: app.app.log };
  const work = notingHits(request, async () => {
    await count();
    await undoHits(away.forTenant(tenant.id), tenant.id, [narrow, wide]);
  });
  await expect(work).rejects.toThrow('Cannot use a pool after calling end');
  await takeBackHits(request, new CallError('INTERNAL_ERROR'));
  expect(await stored()).toEqual({ narrow: 0, wide: 0 });
});
