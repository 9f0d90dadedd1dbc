import type { TenantDb } from '../../../db/client.ts';
import { applyEvent, withLock } from '../engine/apply-event.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { askAndClose } from '../engine/give-up.service.ts';
import { enqueueNotMade } from '../mails/not-made.mail.ts';
import { isPaid, isUnpaidEnd, isWaiting, nextState } from '../payment-states.rules.ts';
import { findById, type PaymentRow } from '../payments.queries.ts';

/** Our code of an attempt that the office closed. */
const closedCode = 'CLOSED_BY_OFFICE';

const onlyOfficeKnows =
  'the settings of its provider are gone, so the portal can’t ask it. Look there yourself. If it has no money of ' +
  'this payment, add --unpaid-there.';

/**
 * Closes an attempt that its provider does not settle, as not paid, so that its orders can be paid again. The provider
 * is asked before, and the look-ups go on: money that it took counts whenever it is found. If its settings are gone,
 * nobody can ask: only the office knows.
 * @param close.isUnpaidThere the office has looked at the provider, which has no money of this attempt
 * @param close.record writes the audit trail, as the last statement of the transaction
 * @returns why it is not closed; null if it is
 */
export async function closePayment(
  engine: Engine,
  paymentId: number,
  { isUnpaidThere, record }: { isUnpaidThere: boolean; record: (trx: TenantDb) => Promise<void> },
): Promise<string | null> {
  const { db, tenant, clock } = engine;
  const before = await findById(db, tenant.id, paymentId);
  const refusal = refusalOf(before, clock.now());
  // A charge that nobody waits for any more becomes unknown when the provider is asked.
  if (refusal !== null && before.state !== 'sent') return refusal;
  const outcome = await askAndClose(engine, before);
  if (outcome.kind === 'open')
    return 'its customer can still pay on the provider’s page. Try again when that page is over.';
  return withLock(engine, paymentId, async (trx, payment) => {
    const since = refusalOf(payment, clock.now());
    if (since !== null) return since;
    if (!outcome.canBeAsked && !isUnpaidThere) return onlyOfficeKnows;
    const changes = { error_code: closedCode, error_description: null };
    const closed = await applyEvent(trx, engine, payment, { event: 'closedByOffice', changes });
    if (closed) await enqueueNotMade(trx, engine, closed);
    await record(trx);
    return null;
  });
}

function refusalOf({ state, expires_at }: PaymentRow, now: Date): string | null {
  if (isPaid(state)) return 'it is paid.';
  if (isUnpaidEnd(state)) return 'it has ended already, as not paid.';
  const isTooEarly = nextState(state, 'closedByOffice') === null || (isWaiting(state) && expires_at > now);
  return isTooEarly ? 'it is under way. Try again when its time is over, mostly within minutes.' : null;
}
