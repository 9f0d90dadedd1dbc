import type { TenantDb } from '../../db/client.ts';
import { titledFullName } from './account-details.ts';

export interface FoundAccount {
  id: number;
  guid: string;
  titledFullName: string;
  email: string;
}

/**
 * Open accounts by what an operator knows of them: their number, or an e-mail address, be it the account's own or one
 * that somebody signs in with.
 */
export async function findAccounts(db: TenantDb, tenantId: number, numberOrEmail: string): Promise<FoundAccount[]> {
  const named = numberOrEmail.trim().toLowerCase();
  const accounts = db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.guid', 'a.title', 'a.firstname', 'a.lastname', 'a.email'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.closed_at', 'is', null)
    .orderBy('a.id');
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
  return rows.map((row) => ({ id: row.id, guid: row.guid, titledFullName: titledFullName(row), email: row.email }));
}
