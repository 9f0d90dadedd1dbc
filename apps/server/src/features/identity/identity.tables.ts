import { sql } from 'kysely';
import { type DeclaredTable, anyId, ofAccount, ofLogins, ofOwnLogins, opens } from '../../db/declared-table.ts';

export const identityTables: readonly DeclaredTable[] = [
  {
    name: 'logins',
    exported: true,
    without: ['password_hash'],
    person: {
      whose: ({ logins }) => sql`t.id = ${anyId(logins)}`,
      erasure: 'goes',
      goes: ({ ownLogins }) => sql`t.id = ${anyId(ownLogins)}`,
      why: 'a login that opens another account too stays for that one',
    },
  },
  { name: 'login_accounts', exported: true, person: { whose: ofAccount, ...opens } },
  { name: 'login_identities', exported: true, person: { whose: ofLogins, goes: ofOwnLogins, ...opens } },
  {
    name: 'sessions',
    leftBehind: 'a session opens an account',
    without: ['token_hash'],
    person: { whose: ofAccount, ...opens },
  },
  {
    name: 'known_devices',
    leftBehind: 'a device is known by a secret in its browser',
    without: ['token_hash'],
    person: { whose: ofLogins, goes: ofOwnLogins, ...opens },
  },
  { name: 'sign_in_locks', leftBehind: 'counts wrong passwords of the last hours', person: null },
];
