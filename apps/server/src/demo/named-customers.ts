import type { Boat } from './boats.ts';
import { daysFrom } from './calendar.ts';
import type { Customer, PastOrder } from './customer.ts';
import type { Marina } from './marinas.ts';
import type { Person } from './people.ts';
import type { PriceList } from './price-list.ts';
import { agreementOf, annualBerth, electricity, liftOutOn, winterStorage } from './seasons.ts';

/** The password of every login in the demo. It is printed at the start and is no secret. */
export const demoPassword = 'Harbour#2026';

/**
 * The guids of orders whose pay links the README and the start print. All other guids are random, and nobody can
 * guess them.
 */
interface PayLinks {
  unpaid: string;
  /** The order that waits for its agreement. */
  unsigned: string;
  /** An order of somebody who has yet to register. */
  unregistered: string;
}

const payLinks = {
  saltmarsh: {
    unpaid: '5a175a17-0001-4000-8000-000000000001',
    unsigned: '5a175a17-0001-4000-8000-000000000002',
    unregistered: '5a175a17-0001-4000-8000-000000000003',
  },
  'port-azur': {
    unpaid: 'a2040a2e-0001-4000-8000-000000000001',
    unsigned: 'a2040a2e-0001-4000-8000-000000000002',
    unregistered: 'a2040a2e-0001-4000-8000-000000000003',
  },
} satisfies Record<string, PayLinks>;

/** A customer who can sign in or register, with their orders. */
export interface NamedCustomer extends Customer {
  /** The login's e-mail address; the person's own may differ. Null for somebody who has yet to register. */
  login: string | null;
  /** The code that registers somebody without a login. It is in README.md and is no secret. */
  renewalCode: string | null;
}

/** Returns the customers that a visitor of the demo signs in as, with one order of every kind that matters. */
export function namedCustomers(marina: Marina, today: string): NamedCustomer[] {
  return marina.key === 'saltmarsh' ? saltmarshCustomers(marina, today) : portAzurCustomers(marina, today);
}

function saltmarshCustomers({ prices }: Marina, today: string): NamedCustomer[] {
  const kittiwake = boat('Kittiwake', 'Sailing yacht', ['11.35', '3.62', '1.90'], 'SM-0417');
  const teal = boat('Teal', 'Day boat', ['5.80', '2.25', '0.60'], 'SM-0418');
  const jo = person(
    'Ms',
    'Jo',
    'Sailor',
    'jo.sailor@example.com',
    british('8 Captains Row', 'Lymington', 'SO41 9QX', '17'),
  );
  const priya = person(
    'Dr',
    'Priya',
    'Raman',
    'priya.raman@example.com',
    british('21 Mill Close', 'Guildford', 'GU2 7QX', '38'),
  );
  const tom = person(
    'Mr',
    'Tom',
    'Ashdown',
    'tom.ashdown@example.org',
    british('3 The Green', 'Emsworth', 'PO10 7QX', '54'),
  );
  const robin = person(
    'Mr',
    'Robin',
    'Marsh',
    'robin.marsh@example.org',
    british('12 Quay Street', 'Lymington', 'SO41 3QX', '61'),
  );
  const dunlin = boat('Dunlin', 'Day boat', ['6.10', '2.30', '0.70'], 'SM-0512');
  const heron = boat('Grey Heron', 'Motor cruiser', ['9.82', '3.20', '0.95'], 'SM-0733');
  return [
    customer(
      jo,
      [kittiwake, teal],
      [...dues(kittiwake, teal, prices, today, payLinks.saltmarsh), ...settled(kittiwake, teal, prices, today)],
    ),
    customer(priya, [heron], [{ ...electricity(heron, prices, daysFrom(today, -6), 2_140), paid: null }]),
    // This customer owes nothing, which shows the empty list.
    customer(tom, [boat('Little Tern', 'Sailing yacht', ['7.90', '2.70', '1.30'], 'SM-0208')], []),
    unregistered(
      'SANDBANK26',
      robin,
      [dunlin],
      [{ ...electricity(dunlin, prices, daysFrom(today, -4), 1_265), guid: payLinks.saltmarsh.unregistered }],
    ),
  ];
}

function portAzurCustomers({ prices }: Marina, today: string): NamedCustomer[] {
  const mistral = boat('Lou Mistrau', 'Voilier', ['12.40', '4.05', '2.10'], 'PA-0126');
  const pescadou = boat('Pescadou', 'Pêche-promenade', ['6.15', '2.40', '0.65'], 'PA-0127');
  const luc = person('M.', 'Luc', 'Marin', 'luc.marin@example.com', french('14 quai du Port', 'Fréjus', '83600', '17'));
  const camille = person(
    'Mme',
    'Camille',
    'Roux',
    'camille.roux@example.com',
    french('5 rue Saint-Roch', 'Antibes', '06600', '38'),
  );
  const manon = person(
    'Mme',
    'Manon',
    'Pastor',
    'manon.pastor@example.org',
    french('9 rue de la Citadelle', 'Fréjus', '83600', '61'),
  );
  const mouette = boat('Mouette', 'Voilier', ['7.20', '2.55', '1.20'], 'PA-0512');
  const sirene = boat('Sirène', 'Vedette', ['8.95', '3.05', '0.85'], 'PA-0340');
  return [
    customer(
      luc,
      [mistral, pescadou],
      [...dues(mistral, pescadou, prices, today, payLinks['port-azur']), ...settled(mistral, pescadou, prices, today)],
    ),
    customer(camille, [sirene], [liftOutOn(sirene, prices, daysFrom(today, -4))]),
    unregistered(
      'CAPMER2026',
      manon,
      [mouette],
      [{ ...electricity(mouette, prices, daysFrom(today, -3), 1_480), guid: payLinks['port-azur'].unregistered }],
    ),
  ];
}

/** Returns one outstanding order of every kind that matters. */
function dues(boat: Boat, tender: Boat, prices: PriceList, today: string, links: PayLinks): PastOrder[] {
  const year = Number(today.slice(0, 4));
  const on = (days: number, order: PastOrder): PastOrder => ({
    ...order,
    taxPointDate: daysFrom(today, days),
    createdOn: daysFrom(today, Math.min(days, 0) - 8),
  });
  const unsigned = { ...winterStorage(boat, prices, year), cancelledOn: null };
  return [
    on(-47, electricity(boat, prices, daysFrom(today, -47), 1_888)), // overdue
    on(-11, { ...liftOutOn(boat, prices, today), paid: { on: daysFrom(today, -10), part: 25_000 } }), // part-paid
    on(-9, annualBerth(boat, prices, year)), // large, its agreement signed
    on(-6, { ...liftOutOn(tender, prices, today), guid: links.unpaid }), // no agreement at all
    on(-5, {
      ...unsigned,
      guid: links.unsigned,
      agreement: unsigned.agreement && { ...unsigned.agreement, signedOn: null },
    }), // blocked
    on(-3, gatePass(prices, today, { optional: true })), // may be signed
    on(-2, electricity(tender, prices, daysFrom(today, -2), 217)), // small
    on(19, gatePass(prices, daysFrom(today, 19), { signatureRequired: false })), // later, nothing to sign
    on(46, { ...annualBerth(tender, prices, year + 1), agreement: null }), // much later
  ];
}

function gatePass(prices: PriceList, from: string, differently: object): PastOrder {
  const { type, price } = prices.gatePass;
  const agreement = agreementOf(prices.agreements.gatePass, from, daysFrom(from, 365), null);
  return {
    orderType: type,
    boatName: null,
    createdOn: from,
    taxPointDate: from,
    lines: [{ name: type, quantity: '2', grossUnitMinor: price, vatPercent: prices.vatPercent }],
    agreement: { ...agreement, ...differently },
    paid: null,
    cancelledOn: null,
  };
}

/** Returns orders that are settled: paid at once or in parts, refunded, credited, cancelled. */
function settled(boat: Boat, tender: Boat, prices: PriceList, today: string): PastOrder[] {
  const day = (days: number) => daysFrom(today, days);
  const launched = liftOutOn(tender, prices, day(-214));
  return [
    ...paidYears(boat, prices, today),
    { ...launched, paid: { on: day(-212), part: 20_000 }, restPaidOn: day(-181) },
    { ...electricity(boat, prices, day(-158), 3_120), paid: { on: day(-150), part: 'all' } },
    { ...liftOutOn(boat, prices, day(-126)), paid: { on: day(-125), part: 'all' }, isRefunded: true },
    electricity(boat, prices, day(-118), -240), // a meter reading that was corrected
    { ...liftOutOn(boat, prices, day(-96)), cancelledOn: day(-98) },
    { ...electricity(tender, prices, day(-88), 412), paid: { on: day(-88), part: 'all' } },
  ];
}

/** Returns the orders of four seasons, all paid in time. */
function paidYears(boat: Boat, prices: PriceList, today: string): PastOrder[] {
  const year = Number(today.slice(0, 4));
  return [4, 3, 2, 1].flatMap((ago) =>
    [annualBerth(boat, prices, year - ago), winterStorage(boat, prices, year - ago - 1)].map(
      (order): PastOrder => ({ ...order, paid: { on: daysFrom(order.taxPointDate, 3), part: 'all' } }),
    ),
  );
}

function customer(person: Person, boats: Boat[], orders: PastOrder[]): NamedCustomer {
  return { person, siteId: 1, since: '2021-03-08', boats, orders, login: person.email, renewalCode: null };
}

/** Returns a customer who has the marina's letter with the code and has not used it yet. Their orders are unpaid. */
function unregistered(renewalCode: string, person: Person, boats: Boat[], orders: PastOrder[]): NamedCustomer {
  const due = orders.map((order) => ({ ...order, paid: null }));
  return { ...customer(person, boats, due), login: null, renewalCode };
}

function boat(name: string, type: string, [length, beam, draft]: [string, string, string], sticker: string): Boat {
  const relationship = sticker.startsWith('PA') ? 'Propriétaire' : 'Owner';
  return { name, type, length, beam, draft, relationship, sticker };
}

type Home = Pick<Person, 'address1' | 'town' | 'county' | 'postcode' | 'countryCode' | 'phone' | 'mobile'>;

const british = (address1: string, town: string, postcode: string, line: string): Home => ({
  address1,
  town,
  county: 'Hampshire',
  postcode,
  countryCode: 'GB',
  phone: `01632 9602${line}`,
  mobile: `07700 9004${line}`,
});

const french = (address1: string, town: string, postcode: string, line: string): Home => ({
  address1,
  town,
  county: '',
  postcode,
  countryCode: 'FR',
  phone: `04 65 71 22 ${line}`,
  mobile: `06 39 98 04 ${line}`,
});

function person(title: string, firstname: string, lastname: string, email: string, home: Home): Person {
  return { title, firstname, lastname, email, address2: '', ...home };
}
