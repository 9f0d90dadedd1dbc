import { showsOrders } from '@quayside/contract/tenant/tenant.ts';
import type { AccountContext, Context } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { recordAgreementEvents } from './agreement-events.service.ts';
import { auditFieldsOf, isOwner, loadAgreement, refuseClosed, shownAs } from './load-agreement.service.ts';
import {
  presentAccountOf,
  presentSigned,
  presentSiteOf,
  presentToSign,
  type Viewer,
} from './agreement-page.presenter.ts';
import { findSignature, listAgreementFiles, markViewed, type AgreementPageRow } from './agreement-page.queries.ts';
import { knownAddresses } from './signing/signer-email.queries.ts';

/** Shows an agreement to a holder of its guid. A session of its account sees more. */
export async function viewUnsigned(ctx: Context, guid: string) {
  const { db, tenant } = ctx;
  const row = await loadAgreement(ctx, guid);
  await refuseClosed(ctx, row);
  const viewer: Viewer = {
    isOwner: isOwner(ctx, row),
    guid: shownAs(ctx, row).guid,
    showsOrders: showsOrders(tenant.settings),
  };
  const files = await listAgreementFiles(db, tenant.id, row.id);
  await noteFirstView(ctx, row);
  return {
    agreement: presentToSign(row, files, viewer),
    account: await accountOf(ctx, row),
    site: presentSiteOf(row, tenant.settings.contact.telephone),
  };
}

/** Shows an agreement's account. @throws CallError NOT_FOUND unless the agreement belongs to this account */
export async function viewAccount(ctx: Context, accountGuid: string, guid: string) {
  const row = await loadAgreement(ctx, guid);
  if (row.account_guid !== accountGuid.toLowerCase()) throw notFound();
  return { account: await accountOf(ctx, row) };
}

async function accountOf(ctx: Context, row: AgreementPageRow) {
  const [known = null] = await knownAddresses(ctx.db, ctx.tenant.id, row.account_id);
  return presentAccountOf(row, known, { isOwner: isOwner(ctx, row), ...shownAs(ctx, row) });
}

/** Notes the first view. A view by staff does not count, because the customer has not read it. */
async function noteFirstView(ctx: Context, row: AgreementPageRow): Promise<void> {
  if (row.signed_at !== null || ctx.session?.isAccountUser === false) return;
  const { db, tenant, clock } = ctx;
  await db.transaction().execute(async (trx) => {
    if (!(await markViewed(trx, tenant.id, row.id, clock.now()))) return;
    await recordAgreementEvents(trx, tenant, clock.now());
    await auditRequest(ctx, { event: 'agreement.viewed', ...auditFieldsOf(row) }, trx);
  });
}

/** Shows a signed agreement. @throws CallError NOT_FOUND unless it belongs to the session's account */
export async function viewSigned(ctx: AccountContext, guid: string) {
  const { db, tenant } = ctx;
  const row = await loadAgreement(ctx, guid);
  if (!isOwner(ctx, row)) throw notFound();
  const [signature, files] = await Promise.all([
    findSignature(db, tenant.id, row.id),
    listAgreementFiles(db, tenant.id, row.id),
  ]);
  return { agreement: presentSigned(row, signature ?? null, files, showsOrders(tenant.settings)) };
}
