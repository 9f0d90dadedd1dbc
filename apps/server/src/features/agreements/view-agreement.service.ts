import type { AccountContext, Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { auditRequest } from '../audit/audit.service.ts';
import {
  presentAccountOf,
  presentSigned,
  presentSiteOf,
  presentToSign,
  type Viewer,
} from './one-agreement.presenter.ts';
import {
  findAgreement,
  findSignature,
  listAgreementFiles,
  markViewed,
  type OneAgreementRow,
} from './one-agreement.queries.ts';
import { knownAddresses } from './signer-email.queries.ts';

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

/**
 * What can't be signed any more is refused, and that is recorded.
 * @throws CallError AGREEMENT_WITHDRAWN, AGREEMENT_EXPIRED
 */
export async function refuseClosed(ctx: Context, row: OneAgreementRow): Promise<void> {
  const code = closedBy(row);
  if (code === null) return;
  await auditRequest(ctx, {
    event: 'agreement.refused',
    accountId: row.account_id,
    subject: { type: 'agreement', id: row.guid },
    details: { reason: code },
  });
  throw new CallError(code);
}

function closedBy(row: OneAgreementRow) {
  if (row.signed_at !== null) return null;
  if (row.withdrawn_at !== null) return 'AGREEMENT_WITHDRAWN' as const;
  return row.is_over ? ('AGREEMENT_EXPIRED' as const) : null;
}

/** For whoever holds its guid; who has a session of its account is told more. */
export async function viewUnsigned(ctx: Context, guid: string) {
  const { db, tenant } = ctx;
  const row = await loadAgreement(ctx, guid);
  await refuseClosed(ctx, row);
  const viewer: Viewer = { isOwner: isOwner(ctx, row), showsOrders: tenant.settings.permissions.invoicingEnabled };
  const files = await listAgreementFiles(db, tenant.id, row.id);
  await noteFirstView(ctx, row);
  return {
    agreement: presentToSign(row, files, viewer),
    account: await accountOf(ctx, row),
    site: presentSiteOf(row, tenant.settings.contact.telephone),
  };
}

/** Whose it is. @throws CallError NOT_FOUND unless the guid is that account's */
export async function viewAccount(ctx: Context, accountGuid: string, guid: string) {
  const row = await loadAgreement(ctx, guid);
  if (row.account_guid !== accountGuid.toLowerCase()) throw notFound();
  return { account: await accountOf(ctx, row) };
}

async function accountOf(ctx: Context, row: OneAgreementRow) {
  const [known = null] = await knownAddresses(ctx.db, ctx.tenant.id, row.account_id);
  return presentAccountOf(row, known, isOwner(ctx, row));
}

/** Staff who look have not read it for its customer. */
async function noteFirstView(ctx: Context, row: OneAgreementRow): Promise<void> {
  if (row.signed_at !== null || ctx.session?.isAccountUser === false) return;
  const { db, tenant, clock } = ctx;
  await db.transaction().execute(async (trx) => {
    if (!(await markViewed(trx, tenant.id, row.id, clock.now()))) return;
    const subject = { type: 'agreement', id: row.guid };
    await auditRequest(ctx, { event: 'agreement.viewed', accountId: row.account_id, subject }, trx);
  });
}

/** @throws CallError NOT_FOUND unless it is the session's account's */
export async function viewSigned(ctx: AccountContext, guid: string) {
  const { db, tenant } = ctx;
  const row = await loadAgreement(ctx, guid);
  if (!isOwner(ctx, row)) throw notFound();
  const [signature, files] = await Promise.all([
    findSignature(db, tenant.id, row.id),
    listAgreementFiles(db, tenant.id, row.id),
  ]);
  const { invoicingEnabled } = tenant.settings.permissions;
  return { agreement: presentSigned(row, signature ?? null, files, invoicingEnabled) };
}
