import { priceLine } from '../features/orders/orders.exports.ts';
import { daysBetween, daysFrom } from './calendar.ts';
import type { PastOrder } from './customer.ts';
import type { Random } from './random.ts';

/** Returns the gross total of an order, in minor units. */
export function grossOf(order: PastOrder): number {
  return order.lines.reduce((sum, line) => sum + priceLine(line).grossMinor, 0);
}

/** Returns the parts of an order that the office received, with their days. */
export function paidParts(order: PastOrder): { on: string; amount: number }[] {
  if (order.paid === null) return [];
  const { on, part } = order.paid;
  const amount = part === 'all' ? grossOf(order) : part;
  const rest = order.restPaidOn === undefined ? [] : [{ on: order.restPaidOn, amount: grossOf(order) - amount }];
  return [{ on, amount }, ...rest].filter((paid) => paid.amount > 0);
}

/** Returns what was paid of an order, in minor units. */
export const paidOf = (order: PastOrder): number => paidParts(order).reduce((sum, { amount }) => sum + amount, 0);

/** Lets time pass over an order. Most old orders are paid, some young ones are, a few never are. */
export function settle(random: Random, order: PastOrder, today: string): PastOrder {
  const age = daysBetween(order.taxPointDate, today);
  if (random.chance(0.006)) return { ...order, cancelledOn: daysFrom(order.createdOn, 1) };
  if (random.chance(paidShare(age))) return { ...order, paid: { on: paidOn(random, order, today), part: 'all' } };
  const open = random.chance(0.75) ? order : unsigned(random, order);
  if (open.agreement?.signedOn === null || !random.chance(0.15)) return open;
  const part = Math.round((grossOf(open) * random.whole(2, 7)) / 1000) * 100;
  return part > 0 ? { ...open, paid: { on: paidOn(random, open, today), part } } : open;
}

function paidShare(age: number): number {
  if (age > 60) return 0.985;
  if (age > 14) return 0.9;
  return age >= 0 ? 0.55 : 0.12;
}

function paidOn(random: Random, order: PastOrder, today: string): string {
  const day = daysFrom(order.taxPointDate, random.whole(-10, 12));
  const possible = [order.createdOn, day].toSorted().at(-1) ?? day;
  return possible < today ? possible : daysFrom(today, -1);
}

function unsigned(random: Random, order: PastOrder): PastOrder {
  if (order.agreement === null) return order;
  const [optional, signatureRequired] = random.pick([
    [false, true],
    [false, true],
    [true, true],
    [false, false],
  ]);
  return { ...order, agreement: { ...order.agreement, optional, signatureRequired, signedOn: null } };
}
