import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { brands } from './brands.ts';

/** A person with an account at one provider. */
export interface Person {
  readonly provider: string;
  /** The provider's own lasting name for them: the claim `sub`, which is unique at one provider only. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
}

/** Everybody's password. */
export const sandboxPassword = 'sandbox';

/** The demo's people. They have the same names at every provider. */
export const demoProfiles = [
  { id: 'jo-sailor', email: 'jo.sailor@example.com', givenName: 'Jo', familyName: 'Sailor', emailVerified: true },
  { id: 'luc-marin', email: 'luc.marin@example.com', givenName: 'Luc', familyName: 'Marin', emailVerified: true },
  // A marina knows this address, but the provider never verified it: its user need not be Priya.
  {
    id: 'priya-raman',
    email: 'priya.raman@example.com',
    givenName: 'Priya',
    familyName: 'Raman',
    emailVerified: false,
  },
  // No marina knows this address.
  { id: 'nora-keel', email: 'nora.keel@example.com', givenName: 'Nora', familyName: 'Keel', emailVerified: true },
];

/** The people that the sign-in page offers. Tests register others. */
export const demoPeople: readonly Person[] = brands.flatMap(({ key }) =>
  demoProfiles.map(({ id, ...person }) => ({ ...person, provider: key, sub: `${key}|${id}` })),
);

/**
 * Adds a person, or changes the one with this `sub` at the provider. Returns undefined if the address belongs to
 * somebody else.
 */
export function registerPerson(
  database: DatabaseSync,
  person: Omit<Person, 'sub'> & { readonly sub?: string | undefined },
): Person | undefined {
  const { provider, sub = randomUUID(), emailVerified, givenName, familyName } = person;
  const email = person.email.trim().toLowerCase();
  const owner = findPersonByEmail(database, provider, email);
  if (owner !== undefined && owner.sub !== sub) return undefined;
  database
    .prepare(
      `insert into sso_person (provider, sub, email, email_verified, given_name, family_name) values (?, ?, ?, ?, ?, ?)
       on conflict (provider, sub) do update set email = excluded.email, email_verified = excluded.email_verified,
         given_name = excluded.given_name, family_name = excluded.family_name`,
    )
    .run(provider, sub, email, Number(emailVerified), givenName, familyName);
  return { provider, sub, email, emailVerified, givenName, familyName };
}

export function findPerson(database: DatabaseSync, provider: string, sub: string): Person | undefined {
  return toPerson(database.prepare('select * from sso_person where provider = ? and sub = ?').get(provider, sub));
}

export function findPersonByEmail(database: DatabaseSync, provider: string, email: string): Person | undefined {
  const address = email.trim().toLowerCase();
  return toPerson(database.prepare('select * from sso_person where provider = ? and email = ?').get(provider, address));
}

function toPerson(row: Record<string, unknown> | undefined): Person | undefined {
  if (row === undefined) return undefined;
  return {
    provider: String(row['provider']),
    sub: String(row['sub']),
    email: String(row['email']),
    emailVerified: row['email_verified'] === 1,
    givenName: String(row['given_name']),
    familyName: String(row['family_name']),
  };
}
