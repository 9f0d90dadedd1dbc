import type { TenantDb } from '../../../db/client.ts';
import { configurationCode, type Refusal } from '../../../providers/payments/payment-attempt.ts';
import { alertMarina } from '../mails/alert-marina.service.ts';
import type { PaymentRow } from '../payments.queries.ts';
import type { Engine } from './engine.types.ts';
import { plainText } from './plain-text.rules.ts';

/** Returns the columns of an attempt that hold a refusal. Its text is made plain: anybody may have written it. */
export const refusalColumns = ({ code, message }: Pick<Refusal, 'code' | 'message'>) => ({
  error_code: code,
  error_description: plainText(message),
});

/**
 * Returns the columns of an attempt that a provider refused before it was sent. Alerts the office, in the same
 * transaction, if the settings are the cause: they fail every payment.
 */
export async function noteRefusal(trx: TenantDb, engine: Engine, payment: PaymentRow, refusal: Refusal) {
  if (refusal.code === configurationCode) await alertMarina(trx, engine, payment, 'provider-configuration', {});
  return refusalColumns(refusal);
}
