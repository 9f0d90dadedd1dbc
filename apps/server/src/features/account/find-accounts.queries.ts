import type { TenantDb } from '../../db/client.ts';
import { titledFullName } from './account-details.rules.ts';

export interface FoundAccount {
  id: number;
  guid: string;
  titledFullName: string;
  email: string;
}

type AccountNames = Omit<FoundAccount, 'titledFullName'> & Parameters<typeof titledFullName>[0];

/**
 * Finds open accounts by the name that an operator uses: the marina's own reference first, then the number, or an
 * e-mail address (the account's own or a login's).
 */
export async function findAccounts(db: TenantDb, tenantId: number, wanted: string): Promise<FoundAccount[]> {
  const named = wanted.trim().toLowerCase();
  const accounts = db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.guid', 'a.title', 'a.firstname', 'a.lastname', 'a.email'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.closed_at', 'is', null)
    .orderBy('a.id');
  const referred = await accounts.where('a.reference', '=', wanted.trim()).execute();
  if (referred.length > 0) return referred.map(present);
  const number = /^\d{1,9}$/.test(named) ? Number(named) : undefined;
  const rows = await (number === undefined
    ? accounts
        .where((row) =>
          row.or([
            row(row.fn<string>('lower', ['a.email']), '=', named),
            row.exists(
              row
                .selectFrom('login_accounts as la')
                .innerJoin('logins as l', (join) =>
                  join.onRef('l.tenant_id', '=', 'la.tenant_id').onRef('l.id', '=', 'la.login_id'),
                )
                .select('l.id')
                .whereRef('la.tenant_id', '=', 'a.tenant_id')
                .whereRef('la.account_id', '=', 'a.id')
                .where('l.email', '=', named),
            ),
          ]),
        )
        .execute()
    : accounts.where('a.id', '=', number).execute());
  return rows.map(present);
}

const present = (row: AccountNames): FoundAccount => ({
  id: row.id,
  guid: row.guid,
  titledFullName: titledFullName(row),
  email: row.email,
});
