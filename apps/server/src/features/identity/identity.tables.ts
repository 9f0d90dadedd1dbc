import { sql } from 'kysely';
import {
  type DeclaredTable,
  anyId,
  ofAccount,
  ofLogins,
  ofOwnLogins,
  goesBecauseOpens,
} from '../../db/declared-table.ts';

export const identityTables: readonly DeclaredTable[] = [
  {
    name: 'logins',
    kept: 'owner',
    exported: true,
    without: ['password_hash'],
    person: {
      whose: ({ logins }) => sql`t.id = ${anyId(logins)}`,
      erasure: 'goes',
      goes: ({ ownLogins }) => sql`t.id = ${anyId(ownLogins)}`,
      why: 'a login that opens another account too stays for that one',
    },
  },
  { name: 'login_accounts', kept: 'owner', exported: true, person: { whose: ofAccount, ...goesBecauseOpens } },
  {
    name: 'login_identities',
    kept: 'owner',
    exported: true,
    person: { whose: ofLogins, goes: ofOwnLogins, ...goesBecauseOpens },
  },
  {
    name: 'sessions',
    kept: { sweptBy: 'sweep-sessions' },
    leftBehind: 'a session opens an account',
    without: ['token_hash'],
    person: { whose: ofAccount, ...goesBecauseOpens },
  },
  {
    name: 'known_devices',
    kept: { sweptBy: 'sweep-sign-in-locks' },
    leftBehind: 'a device is known by a secret in its browser',
    without: ['token_hash'],
    person: { whose: ofLogins, goes: ofOwnLogins, ...goesBecauseOpens },
  },
  {
    name: 'sign_in_locks',
    kept: { sweptBy: 'sweep-sign-in-locks' },
    leftBehind: 'counts wrong passwords of the last hours',
    person: null,
  },
];
