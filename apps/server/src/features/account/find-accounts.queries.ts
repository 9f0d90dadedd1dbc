import type { TenantDb } from '../../db/client.ts';
import type { Identifier } from '../../lib/texts/typed-identifier.ts';
import { titledFullName } from './account-details.rules.ts';

export interface FoundAccount {
  id: number;
  guid: string;
  reference: string | null;
  titledFullName: string;
  email: string;
  isOpen: boolean;
  isErased: boolean;
}

type AccountRow = Omit<FoundAccount, 'titledFullName' | 'isOpen' | 'isErased'> & {
  closed_at: Date | null;
  erased_at: Date | null;
} & Parameters<typeof titledFullName>[0];

/** Finds the accounts, also closed ones, that have this reference or this number: two at most. */
export async function findNamedAccounts(
  db: TenantDb,
  tenantId: number,
  { reference, number }: Identifier,
): Promise<FoundAccount[]> {
  const rows = await accountsOf(db, tenantId)
    .where((row) => row.or([row('a.reference', '=', reference), row('a.id', '=', number ?? -1)]))
    .execute();
  return rows.map(present);
}

/** Finds the open accounts with an e-mail address: their own, or a login's. */
export async function findAccountsByEmail(db: TenantDb, tenantId: number, email: string): Promise<FoundAccount[]> {
  const rows = await accountsOf(db, tenantId)
    .where('a.closed_at', 'is', null)
    .where((row) =>
      row.or([
        row(row.fn<string>('lower', ['a.email']), '=', email.toLowerCase()),
        row.exists(
          row
            .selectFrom('login_accounts as la')
            .innerJoin('logins as l', (join) =>
              join.onRef('l.tenant_id', '=', 'la.tenant_id').onRef('l.id', '=', 'la.login_id'),
            )
            .select('l.id')
            .whereRef('la.tenant_id', '=', 'a.tenant_id')
            .whereRef('la.account_id', '=', 'a.id')
            .where('l.email', '=', email.toLowerCase()),
        ),
      ]),
    )
    .execute();
  return rows.map(present);
}

const accountsOf = (db: TenantDb, tenantId: number) =>
  db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.guid', 'a.reference', 'a.title', 'a.firstname', 'a.lastname', 'a.email'])
    .select(['a.closed_at', 'a.erased_at'])
    .where('a.tenant_id', '=', tenantId)
    .orderBy('a.id');

const present = (row: AccountRow): FoundAccount => ({
  id: row.id,
  guid: row.guid,
  reference: row.reference,
  titledFullName: titledFullName(row),
  email: row.email,
  isOpen: row.closed_at === null,
  isErased: row.erased_at !== null,
});
