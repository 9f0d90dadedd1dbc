import { Guid } from '@quayside/contract/shared/common.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { LinkState } from '../../http/answers/link-state.ts';
import { initialsOf, titledFullName } from '../account/account.exports.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { findAgreement, type AgreementPageRow } from './agreement-page.queries.ts';

/** Loads an agreement. @throws CallError NOT_FOUND if there is none */
export async function loadAgreement(
  { db, tenant, clock }: Pick<Context, 'db' | 'tenant' | 'clock'>,
  guid: string,
): Promise<AgreementPageRow> {
  const row = await findAgreement(db, tenant.id, { guid: guid.toLowerCase() }, clock.now());
  if (!row) throw notFound();
  return row;
}

/** Tells what an agreement's link opens, for the status of its page. It records nothing: the page itself asks again. */
export async function agreementLinkState(db: TenantDb, tenantId: number, guid: string, now: Date): Promise<LinkState> {
  const row = Guid.safeParse(guid).success ? await findAgreement(db, tenantId, { guid }, now) : undefined;
  if (!row) return 'unknown';
  return closedBy(row) === null ? 'open' : 'over';
}

/** Tells if a session belongs to the agreement's account: a customer's own, or that of staff who view it. */
export const isOwner = ({ session }: Pick<Context, 'session'>, { account_id }: AgreementPageRow): boolean =>
  session?.account.id === account_id;

/**
 * Decides how an agreement's customer is named to a caller: the one place for all calls that a link reaches. A pay
 * link may be forwarded, so it shows initials only. The link of a letter, a session of the account, and an address
 * that the customer is known by show the name.
 */
export function shownAs(
  ctx: Pick<Context, 'session'>,
  row: AgreementPageRow,
  isProven = false,
): { guid: string; name: string; isNameWhole: boolean } {
  const guid = row.is_by_pay_link ? row.pay_link_guid : row.guid;
  const isNameWhole = !row.is_by_pay_link || isProven || isOwner(ctx, row);
  return { guid, name: isNameWhole ? titledFullName(row) : initialsOf(row), isNameWhole };
}

/** Returns the account and the subject of an agreement's event in the audit trail. */
export const auditFieldsOf = ({ account_id, guid }: AgreementPageRow) => ({
  accountId: account_id,
  subject: { type: 'agreement', id: guid },
});

/**
 * Refuses an agreement that can't be signed any more, and records that.
 * @throws CallError AGREEMENT_WITHDRAWN, AGREEMENT_EXPIRED
 */
export async function refuseClosed(ctx: Context, row: AgreementPageRow): Promise<void> {
  const code = closedBy(row);
  if (code === null) return;
  await auditRequest(ctx, {
    event: 'agreement.refused',
    ...auditFieldsOf(row),
    details: { reason: code },
  });
  throw new CallError(code);
}

function closedBy(row: AgreementPageRow) {
  if (row.signed_at !== null) return null;
  if (row.withdrawn_at !== null) return 'AGREEMENT_WITHDRAWN' as const;
  return row.is_over ? ('AGREEMENT_EXPIRED' as const) : null;
}
