import type { Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { findAgreement, type OneAgreementRow } from './one-agreement.queries.ts';

/** @throws CallError NOT_FOUND */
export async function loadAgreement(
  { db, tenant, clock }: Pick<Context, 'db' | 'tenant' | 'clock'>,
  guid: string,
): Promise<OneAgreementRow> {
  const row = await findAgreement(db, tenant.id, { guid: guid.toLowerCase() }, clock.now());
  if (!row) throw notFound();
  return row;
}

/** Whether a session is of the agreement's account; a customer's own, or staff's who view it. */
export const isOwner = ({ session }: Pick<Context, 'session'>, { account_id }: OneAgreementRow): boolean =>
  session?.account.id === account_id;

/** Of an event of an agreement: whose portal it happened in, and what it was about. */
export const whatIsRecorded = ({ account_id, guid }: OneAgreementRow) => ({
  accountId: account_id,
  subject: { type: 'agreement', id: guid },
});

/**
 * What can't be signed any more is refused, and that is recorded.
 * @throws CallError AGREEMENT_WITHDRAWN, AGREEMENT_EXPIRED
 */
export async function refuseClosed(ctx: Context, row: OneAgreementRow): Promise<void> {
  const code = closedBy(row);
  if (code === null) return;
  await auditRequest(ctx, {
    event: 'agreement.refused',
    ...whatIsRecorded(row),
    details: { reason: code },
  });
  throw new CallError(code);
}

function closedBy(row: OneAgreementRow) {
  if (row.signed_at !== null) return null;
  if (row.withdrawn_at !== null) return 'AGREEMENT_WITHDRAWN' as const;
  return row.is_over ? ('AGREEMENT_EXPIRED' as const) : null;
}
