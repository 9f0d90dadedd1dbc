import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { daysFrom } from './calendar.ts';
import type { Random } from './random.ts';
import { insertRows } from '../db/sql/insert-rows.ts';

interface List {
  title: { en: string; fr: string };
  type: { en: string; fr: string };
  /** The percentage of customers who wait on it. */
  percent: number;
  /** True if the office ranks the entries. */
  ranked: boolean;
  /** True if the customer that a visitor signs in as waits here. */
  isShowcase: boolean;
}

const lists: readonly List[] = [
  {
    title: { en: 'Annual berth, 12 to 15 m', fr: 'Place annuelle, 12 à 15 m' },
    type: { en: 'Berth', fr: 'Place à quai' },
    percent: 9,
    ranked: true,
    isShowcase: true,
  },
  {
    title: { en: 'Storage under cover', fr: 'Hivernage sous abri' },
    type: { en: 'Storage', fr: 'Hivernage' },
    percent: 6,
    ranked: false,
    isShowcase: true,
  },
  {
    title: { en: 'Swinging mooring', fr: 'Mouillage sur bouée' },
    type: { en: 'Mooring', fr: 'Bouée' },
    percent: 12,
    ranked: true,
    isShowcase: false,
  },
];

interface Stored {
  trx: TenantDb;
  tenantId: number;
  language: 'en' | 'fr';
  accountIds: readonly number[];
  /** The account that waits on the showcase's lists, near the front. */
  showcaseId: number;
  today: string;
  random: Random;
}

/** Stores the waiting lists and their entries. Customers who came earlier are further in front. */
export async function storeWaitingLists(demo: Stored): Promise<void> {
  const { trx, tenantId, language } = demo;
  const first = await takeNumbers(trx, tenantId, 'waiting-list', lists.length);
  const rows = lists.map(({ title, type }, index) => ({
    id: first + index,
    title: title[language],
    type: type[language],
  }));
  await insertRows(trx, tenantId, 'waiting_lists', rows);
  const entries = lists.flatMap((list, index) =>
    entriesOf(demo, list).map((entry) => ({ waiting_list_id: first + index, ...entry })),
  );
  await insertRows(trx, tenantId, 'waiting_list_entries', entries);
}

function entriesOf({ accountIds, showcaseId, today, random }: Stored, { percent, ranked, isShowcase }: List) {
  const waiting = accountIds
    .filter((accountId) => (isShowcase && accountId === showcaseId) || random.chance(percent / 100))
    .map((accountId) => ({ accountId, joined: daysFrom(today, -daysWaited(random, accountId === showcaseId)) }))
    .toSorted((one, other) => (one.joined < other.joined ? -1 : 1));
  return waiting.map(({ accountId, joined }, place) => ({
    account_id: accountId,
    position: ranked ? place + 1 : null,
    // For some customers the office knows only the day on which it wrote them down.
    joined_on: random.chance(0.85) ? joined : null,
    added_on: daysFrom(joined, random.whole(0, 6)),
  }));
}

const daysWaited = (random: Random, isLong: boolean) => (isLong ? random.whole(1_300, 1_500) : random.whole(20, 1_900));
