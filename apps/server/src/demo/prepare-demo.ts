import { hashPassword } from '../features/identity/identity.exports.ts';
import { siteDay } from '../features/tenant/tenant.exports.ts';
import type { Customer } from './customer.ts';
import { makeCustomers } from './customers.ts';
import { type Marina, portAzur, saltmarsh } from './marinas.ts';
import { demoPassword, type NamedCustomer, namedCustomers } from './named-customers.ts';

/** A marina of the demo with everything that can be made before there is a database. */
export interface PreparedMarina {
  /** `YYYY-MM-DD` */
  today: string;
  named: readonly NamedCustomer[];
  /** All customers, the named ones first. */
  customers: readonly Customer[];
  /** The hash of each named customer's password; null for those without a login. */
  passwordHashes: Promise<readonly (string | null)[]>;
}

export interface PreparedDemo {
  /** The demo counts its days from it. */
  now: Date;
  marinas: ReadonlyMap<Marina, PreparedMarina>;
}

/** The marinas of the demo. */
export const demoMarinas = [saltmarsh, portAzur];

/** Makes the customers of all marinas. */
export const prepareDemo = (now: Date): PreparedDemo => ({
  now,
  marinas: new Map(demoMarinas.map((marina) => [marina, prepareMarina(marina, now)])),
});

/** Makes the customers of a marina, and begins to hash their passwords. */
export function prepareMarina(marina: Marina, now: Date): PreparedMarina {
  const today = siteDay(now, marina.sites[0]?.timeZone ?? 'UTC');
  const named = namedCustomers(marina, today);
  const hashes = Promise.all(named.map(async ({ login }) => (login === null ? null : hashPassword(demoPassword))));
  hashes.catch(() => undefined); // told when they are stored
  return { today, named, customers: [...named, ...makeCustomers(marina, today)], passwordHashes: hashes };
}
