import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { emailOfAccount } from '../account/account.service.ts';
import { queueMail } from '../mail/mail.service.ts';

/**
 * Mails the receipt of a payment that has just been allocated, in that transaction, to the account's address on file.
 * An account without one gets none by itself; its owner can still ask for it.
 * @param payment its row; `language` is what its payer read the portal in, if anybody did
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
