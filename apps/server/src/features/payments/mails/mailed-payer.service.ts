import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import { findAccountEmail } from '../../account/account.exports.ts';

/**
 * Returns where a mail about a payment goes: the account's address on file, in the payer's language in the portal if
 * it is known. Null if the account has no address.
 */
export async function mailedPayer(
  trx: TenantDb,
  tenant: Tenant,
  payment: { account_id: number; language: string | null },
): Promise<{ recipient: string; language: string } | null> {
  const recipient = await findAccountEmail(trx, tenant.id, payment.account_id);
  if (recipient === '') return null;
  return { recipient, language: payment.language ?? tenant.settings.culture.defaultLanguage };
}
