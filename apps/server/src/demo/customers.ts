import { makeBoat } from './boats.ts';
import type { Customer } from './customer.ts';
import type { Marina } from './marinas.ts';
import { namedCustomers } from './named-customers.ts';
import { settle } from './outcomes.ts';
import { makePerson } from './people.ts';
import { britain, france, germany, ireland, sweden, type Country } from './places.ts';
import { randomOf, type Random } from './random.ts';
import { ordersOfBoat } from './seasons.ts';

/** Makes a marina's many customers, without those that visitors sign in as. The same day gives the same customers. */
export function makeCustomers(marina: Marina, today: string): Customer[] {
  const random = randomOf(`customers of ${marina.key}`);
  const taken = new Set(namedCustomers(marina, today).map(({ person }) => person.email.replace(/@.*/, '')));
  return Array.from({ length: marina.accounts }, () => makeCustomer(random, marina, today, taken));
}

function makeCustomer(random: Random, marina: Marina, today: string, taken: Set<string>): Customer {
  const person = makePerson(random, country(random, marina.language), taken);
  const years = random.whole(0, 4);
  const boats = Array.from({ length: random.pick([1, 1, 1, 1, 1, 2, 2, 2, 3, 0]) }, () =>
    makeBoat(random, marina.language, marina.stickers),
  );
  const orders = boats.flatMap((boat) => ordersOfBoat(random, boat, marina.prices, today, years));
  return {
    person,
    siteId: random.chance(0.8) ? 1 : 2,
    since: `${Number(today.slice(0, 4)) - years - 1}-0${random.whole(1, 9)}-1${random.whole(0, 9)}`,
    boats,
    orders: orders.map((order) => settle(random, order, today)),
  };
}

function country(random: Random, language: 'en' | 'fr'): Country {
  const [home, neighbour] = language === 'en' ? [britain, ireland] : [france, germany];
  if (random.chance(0.78)) return home;
  return random.pick([neighbour, germany, sweden, language === 'en' ? france : britain]);
}
