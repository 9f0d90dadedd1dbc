import { daysBetween, daysFrom } from './calendar.ts';
import type { Boat } from './boats.ts';
import type { OrderAgreement, PastOrder } from './customer.ts';
import type { PriceList } from './price-list.ts';
import type { Random } from './random.ts';

/** Returns a boat's orders over the marina's years, without their later history. */
export function ordersOfBoat(random: Random, boat: Boat, prices: PriceList, today: string, years: number): PastOrder[] {
  const thisYear = Number(today.slice(0, 4));
  const inQuarters = random.chance(0.25);
  const habits = { meter: random.chance(0.4), liftsOut: random.chance(0.6), storesAshore: random.chance(0.35) };
  const orders: PastOrder[] = [];
  for (let year = thisYear - years; year <= thisYear; year += 1) {
    orders.push(...(inQuarters ? quarters(boat, prices, year) : [annualBerth(boat, prices, year)]));
    if (habits.meter) orders.push(...meterReadings(random, boat, prices, year));
    if (habits.liftsOut) orders.push(liftOut(random, boat, prices, year));
    if (habits.storesAshore) orders.push(winterStorage(boat, prices, year));
    else if (habits.liftsOut) orders.push(launch(random, boat, prices, year));
  }
  return orders.filter((order) => daysBetween(order.createdOn, today) >= 1);
}

const season = (year: number) => `${year}/${String((year + 1) % 100).padStart(2, '0')}`;

function order(orderType: string, boat: Boat, taxPointDate: string, lines: PastOrder['lines']): PastOrder {
  return {
    orderType,
    boatName: boat.name,
    createdOn: daysFrom(taxPointDate, -21),
    taxPointDate,
    lines: lines.map((line) => ({ ...line, boatName: boat.name })),
    agreement: null,
    paid: null,
    cancelledOn: null,
  };
}

export function agreementOf(type: string, from: string, to: string, signedOn: string | null): OrderAgreement {
  return { type, optional: false, signatureRequired: true, signedOn, startDate: from, endDate: to };
}

/** The order of a boat’s berth for a year, from April on. */
export function annualBerth(boat: Boat, prices: PriceList, year: number): PastOrder {
  const [startDate, departureDate] = [`${year}-04-01`, `${year + 1}-03-31`];
  const line = {
    name: prices.berthing.annual(season(year)),
    quantity: boat.length,
    unit: 'm',
    grossUnitMinor: prices.berthing.price,
    vatPercent: prices.vatPercent,
    startDate,
    departureDate,
  };
  const made = order(prices.berthing.type, boat, startDate, [line]);
  const agreement = agreementOf(prices.agreements.berthing, startDate, departureDate, made.createdOn);
  return { ...made, agreement };
}

function quarters(boat: Boat, prices: PriceList, year: number): PastOrder[] {
  const days = [`${year}-04-01`, `${year}-07-01`, `${year}-10-01`, `${year + 1}-01-01`];
  return days.map((taxPoint, index) => ({
    ...order(prices.berthing.type, boat, taxPoint, [
      {
        name: prices.berthing.quarter(season(year), index + 1),
        quantity: boat.length,
        unit: 'm',
        grossUnitMinor: Math.round((prices.berthing.price * 1.04) / 4),
        vatPercent: prices.vatPercent,
        startDate: taxPoint,
        departureDate: daysFrom(taxPoint, 90),
      },
    ]),
    createdOn: daysFrom(taxPoint, -60),
  }));
}

function meterReadings(random: Random, boat: Boat, prices: PriceList, year: number): PastOrder[] {
  return [`${year}-06-30`, `${year}-12-31`].map((day) => electricity(boat, prices, day, random.whole(180, 9_400)));
}

/** Makes an order for electricity. @param tenths kilowatt-hours, in tenths */
export function electricity(boat: Boat, prices: PriceList, day: string, tenths: number): PastOrder {
  const [year, month, date] = day.split('-');
  const line = {
    name: prices.electricity.meter(`${date}/${month}/${year}`),
    quantity: (tenths / 10).toFixed(1),
    unit: 'kWh',
    grossUnitMinor: prices.electricity.price,
    vatPercent: prices.vatPercent,
  };
  return { ...order(prices.electricity.type, boat, day, [line]), createdOn: day };
}

function liftOut(random: Random, boat: Boat, prices: PriceList, year: number): PastOrder {
  return liftOutOn(boat, prices, `${year}-10-${String(random.whole(3, 30)).padStart(2, '0')}`);
}

/** The order of a lift-out with wash and chocks. */
export function liftOutOn(boat: Boat, prices: PriceList, day: string): PastOrder {
  const { type, price, wash, washPerMetre, chocks, chocksPrice } = prices.liftOut;
  const perMetre = { quantity: boat.length, unit: 'm', vatPercent: prices.vatPercent };
  return order(type, boat, day, [
    { ...perMetre, name: `${type}, ${boat.name}`, grossUnitMinor: price },
    { ...perMetre, name: wash, grossUnitMinor: washPerMetre },
    { name: chocks, quantity: '1', grossUnitMinor: chocksPrice, vatPercent: prices.vatPercent },
  ]);
}

function launch(random: Random, boat: Boat, prices: PriceList, year: number): PastOrder {
  const { type, price } = prices.launch;
  const perMetre = { quantity: boat.length, unit: 'm', vatPercent: prices.vatPercent };
  return order(type, boat, `${year}-04-${String(random.whole(4, 28)).padStart(2, '0')}`, [
    { ...perMetre, name: `${type}, ${boat.name}`, grossUnitMinor: price },
  ]);
}

/** The order of a winter ashore, from November on. */
export function winterStorage(boat: Boat, prices: PriceList, year: number): PastOrder {
  const [startDate, departureDate] = [`${year}-11-01`, `${year + 1}-03-31`];
  const line = {
    name: prices.storage.winter(season(year)),
    quantity: boat.length,
    unit: 'm',
    grossUnitMinor: prices.storage.price,
    vatPercent: prices.vatPercent,
    startDate,
    departureDate,
  };
  const made = order(prices.storage.type, boat, startDate, [line]);
  const agreement = agreementOf(prices.agreements.storage, startDate, departureDate, made.createdOn);
  return { ...made, agreement };
}
