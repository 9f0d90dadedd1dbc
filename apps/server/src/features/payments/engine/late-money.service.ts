import type { TenantDb } from '../../../db/client.ts';
import { paymentReference } from '../payments.presenter.ts';
import { findEndedToCheck, type PaymentRow } from '../payments.queries.ts';
import { lastCheck, mayStillBeCharged } from './check-times.rules.ts';

/** An attempt that ended unpaid, of which its provider may still report money. */
export interface LateMoney {
  reference: string;
  endedAt: Date;
  /** The last time at which the provider is asked. */
  askedUntil: Date;
}

/**
 * Returns the ended attempts about which the provider is still asked, because it may have taken money.
 * @param accountId of one account; null: of all
 */
export async function findLateMoney(db: TenantDb, tenantId: number, accountId: number | null): Promise<LateMoney[]> {
  const ended = await findEndedToCheck(db, tenantId, accountId);
  return ended
    .filter((payment) => couldTakeMoney(payment) && mayStillBeCharged(payment))
    .map((payment) => ({
      reference: paymentReference(payment.id),
      endedAt: payment.updated_at,
      askedUntil: lastCheck(payment, payment.check_at),
    }));
}

/** Tells if money can have moved: we sent a charge, or the customer could pay on the provider's page. */
const couldTakeMoney = ({ sent_at, channel }: PaymentRow): boolean => sent_at !== null || channel === 'Redirect';
