import { createEstimates, type NewEstimate, type NewEstimateLine } from '../features/estimates/estimates.exports.ts';
import type { TenantDb } from '../db/client.ts';
import { daysFrom, officeHour } from './calendar.ts';
import { listBoats } from './demo.queries.ts';
import type { PriceList } from './price-list.ts';
import type { StoredOrder } from './store-customers.ts';

interface Offered {
  trx: TenantDb;
  tenantId: number;
  prices: PriceList;
  /** The account that has one estimate of every kind that matters. */
  showcaseId: number;
  orders: readonly StoredOrder[];
  today: string;
}

interface Boat {
  name: string;
  length: string;
}

/** Days from today: the day it was made, the last day it is good for, and the first and last day it is about. */
type Days = { made: number; good: number | null; starts: number; ends: number | null };

/** Stores fifteen estimates for the showcase: some open, some accepted, most of them expired. */
export async function storeEstimates(offered: Offered): Promise<void> {
  const { trx, tenantId, showcaseId } = offered;
  const [first, second] = (await listBoats(trx, tenantId)).filter(({ accountId }) => accountId === showcaseId);
  if (first === undefined || second === undefined) throw new Error('the showcase has two boats');
  const all = [...past(offered, first, second), ...accepted(offered), ...open(offered, first, second)];
  // Numbers follow the dates of the estimates.
  const inOrder = all.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  await createEstimates(trx, tenantId, inOrder);
}

function open(offered: Offered, yacht: Boat, tender: Boat): NewEstimate[] {
  const { prices } = offered;
  const soon = estimate(offered, { made: -9, good: 5, starts: 32, ends: 214 }, [
    service(prices, prices.storage.type, prices.storage.price, yacht),
    { ...service(prices, prices.liftOut.wash, prices.liftOut.washPerMetre, yacht) },
    piece(prices, prices.liftOut.chocks, prices.liftOut.chocksPrice, yacht),
  ]);
  const berth = estimate(offered, { made: -2, good: 43, starts: 120, ends: 485 }, [
    service(prices, prices.berthing.type, prices.berthing.price, yacht),
  ]);
  const untilNoon = {
    ...estimate(offered, { made: -1, good: null, starts: 20, ends: 21 }, [
      service(prices, prices.launch.type, prices.launch.price, tender),
    ]),
    expiresAt: officeHour(daysFrom(offered.today, 13), 180),
  };
  const always = estimate(offered, { made: -70, good: null, starts: 60, ends: null }, [
    piece(prices, prices.gatePass.type, prices.gatePass.price, null),
  ]);
  return [always, soon, berth, untilNoon];
}

/** Returns estimates that became orders. Those seasons are paid long ago. */
function accepted(offered: Offered): NewEstimate[] {
  const orders = offered.orders.filter(
    ({ accountId, order }) => accountId === offered.showcaseId && order.paid?.part === 'all',
  );
  return orders.slice(-3).map(({ id, order }) => ({
    ...estimate(offered, { made: 0, good: null, starts: 0, ends: null }, []),
    createdAt: officeHour(daysFrom(order.createdOn, -12), 45),
    expiresOn: daysFrom(order.createdOn, 18),
    startDate: order.lines[0]?.startDate ?? order.taxPointDate,
    departureDate: order.lines[0]?.departureDate ?? null,
    convertedOrderId: id,
    lines: order.lines.map((line) => ({
      tariffName: line.name,
      quantity: line.quantity,
      grossUnitMinor: line.grossUnitMinor,
      vatPercent: line.vatPercent,
      boatName: line.boatName ?? order.boatName,
      boatLength: null,
    })),
  }));
}

/** Returns two estimates a year over four years that nobody accepted. */
function past(offered: Offered, yacht: Boat, tender: Boat): NewEstimate[] {
  const { prices } = offered;
  return [4, 3, 2, 1].flatMap((years) => {
    const ago = years * -365;
    return [
      estimate(offered, { made: ago + 40, good: ago + 70, starts: ago + 90, ends: ago + 260 }, [
        service(prices, prices.storage.type, prices.storage.price, tender),
      ]),
      estimate(offered, { made: ago + 160, good: ago + 175, starts: ago + 180, ends: ago + 181 }, [
        service(prices, prices.liftOut.type, prices.liftOut.price, yacht),
        service(prices, prices.liftOut.wash, prices.liftOut.washPerMetre, yacht),
      ]),
    ];
  });
}

function estimate(
  { prices, showcaseId, today }: Offered,
  { made, good, starts, ends }: Days,
  lines: NewEstimateLine[],
): NewEstimate {
  const day = (days: number | null) => (days === null ? null : daysFrom(today, days));
  return {
    accountId: showcaseId,
    siteId: 1,
    reference: null,
    createdAt: officeHour(daysFrom(today, made), 95),
    expiresOn: day(good),
    expiresAt: null,
    startDate: day(starts),
    departureDate: day(ends),
    currency: prices.currency,
    convertedOrderId: null,
    lines,
  };
}

/** Returns a line that is priced by the metre of a boat. */
function service({ vatPercent }: PriceList, tariffName: string, price: number, boat: Boat): NewEstimateLine {
  return {
    tariffName,
    quantity: boat.length,
    grossUnitMinor: price,
    vatPercent,
    boatName: boat.name,
    boatLength: boat.length,
  };
}

/** Returns a line that is priced by the piece. */
function piece({ vatPercent }: PriceList, tariffName: string, price: number, boat: Boat | null): NewEstimateLine {
  return {
    tariffName,
    quantity: '1',
    grossUnitMinor: price,
    vatPercent,
    boatName: boat?.name ?? null,
    boatLength: boat?.length ?? null,
  };
}
