import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { emailOfAccount } from '../account/account.service.ts';
import { queueMail } from '../mail/mail.service.ts';

/**
 * Mails the receipt of a payment that was just allocated, in that transaction, to the account's address on file. An
 * account without an address gets none by itself; its owner can still request it.
 * @param payment its row; `language` is the payer's language in the portal, if any
 */
export async function enqueueReceipt(
  trx: TenantDb,
  tenant: Tenant,
  payment: { id: number; account_id: number; language: string | null },
  now: Date,
): Promise<void> {
  const recipient = await emailOfAccount(trx, tenant.id, payment.account_id);
  if (recipient === '') return;
  const language = payment.language ?? tenant.settings.culture.defaultLanguage;
  await queueMail(trx, tenant, { kind: 'receipt', recipient, language, paymentId: payment.id }, now);
}
