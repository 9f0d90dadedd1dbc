import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { daysFrom } from './calendar.ts';
import type { Random } from './random.ts';
import { listBoats } from './demo.queries.ts';
import { insertRows } from '../db/sql/insert-rows.ts';

interface DemoStays {
  trx: TenantDb;
  tenantId: number;
  language: 'en' | 'fr';
  /** The account whose boats have been here for years and will move soon. */
  showcaseId: number;
  today: string;
  random: Random;
}

const kinds = {
  berth: { en: 'Berth', fr: 'Place à quai' },
  ashore: { en: 'Winter storage ashore', fr: 'Hivernage à terre' },
  visit: { en: 'Visitor berth', fr: 'Place de passage' },
};

interface Boat {
  id: number;
  name: string;
  accountId: number;
}

/**
 * Stores the places where boats lie. Each has had its place since this season began; the showcase's boats for
 * years, ashore in winter.
 */
export async function storeStays(demo: DemoStays): Promise<void> {
  const { trx, tenantId, showcaseId } = demo;
  const boats = await listBoats(trx, tenantId);
  const rows = boats.flatMap((boat) =>
    boat.accountId === showcaseId ? yearsOf(demo, boat) : [thisSeason(demo, boat)],
  );
  const first = await takeNumbers(trx, tenantId, 'stay', rows.length);
  await insertRows(
    trx,
    tenantId,
    'stays',
    rows.map((row, index) => ({ id: first + index, ...row })),
  );
}

function thisSeason(demo: DemoStays, boat: Boat) {
  const since = demo.random.whole(20, 320);
  return stay(demo, boat, 'berth', { from: -since, to: demo.random.chance(0.2) ? null : 365 - since });
}

/** Returns four years with a berth in summer and a place ashore in winter, then the berth now and ashore next. */
function yearsOf(demo: DemoStays, boat: Boat) {
  const past = [4, 3, 2, 1].flatMap((years) => [
    stay(demo, boat, 'berth', { from: years * -365 + 60, to: years * -365 + 245 }),
    stay(demo, boat, 'ashore', { from: years * -365 + 246, to: years * -365 + 424 }),
  ]);
  const visit = stay(demo, boat, 'visit', { from: -1_900, to: -1_897 });
  const now = stay(demo, boat, 'berth', { from: -90, to: 60 });
  const next = stay(demo, boat, 'ashore', { from: 61, to: 241 });
  // The last winter ended before the boat came to its berth.
  const moved = daysFrom(demo.today, -91);
  const until = past.map((one, index) => (index === past.length - 1 ? { ...one, departs_on: moved } : one));
  return [visit, ...until, now, next];
}

function stay(
  { language, today, random }: DemoStays,
  { id, name, accountId }: Boat,
  kind: keyof typeof kinds,
  { from, to }: { from: number; to: number | null },
) {
  const place =
    kind === 'ashore'
      ? `${random.pick(['Y', 'Z'])} ${random.whole(1, 60)}`
      : `${random.pick(['A', 'B', 'C', 'D'])} ${random.whole(1, 48)}`;
  return {
    account_id: accountId,
    boat_id: id,
    boat_name: name,
    arrives_on: daysFrom(today, from),
    departs_on: to === null ? null : daysFrom(today, to),
    asset_name: place,
    type: kinds[kind][language],
  };
}
