import { sql } from 'kysely';
import type { EraseRows } from '../../db/declared-table.ts';
import { erasedName } from './account-details.rules.ts';

/** Takes all personal data out of an account's row, and closes it. */
export const emptyAccount: EraseRows = async (trx, { tenantId, accountId, now }) => {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set((eb) => ({
      title: '',
      firstname: '',
      lastname: erasedName(accountId),
      phone: '',
      mobile: '',
      email: '',
      address1: '',
      address2: '',
      town: '',
      county: '',
      county_code: '',
      postcode: '',
      country_code: '',
      imported_details: null,
      consent_key: sql<string>`gen_random_uuid()`,
      opaque_token: sql<string>`gen_random_uuid()::text`,
      version: eb('version', '+', 1),
      closed_at: eb.fn.coalesce('closed_at', eb.val(now)),
      erased_at: now,
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};
