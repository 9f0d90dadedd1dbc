import { type Part, totalsOf } from '@quayside/contract/shared/paging.ts';
import type { TenantDb } from '../../db/client.ts';
import type { AccountContext, Tenant } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { findAccountEmail, keepOpenAccount } from '../account/account.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { LetterOrder } from '../papers/papers.exports.ts';
import { makePaper } from '../papers/papers.service.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { hour } from '../../lib/time/durations.ts';
import { estimateLetter, estimateSender, type WholeEstimate } from './estimate.letter.ts';
import { presentEstimateSummary } from './estimates.presenter.ts';
import { estimatesOfAccount, type EstimateInput, findEstimate, linesOfEstimate } from './estimates.queries.ts';

/**
 * Keeps an estimate from flooding a mailbox. The service counts the mails, once it has found the owner. A call of
 * somebody else must not use up the owner's.
 */
const mailLimit: Limit = { name: 'estimate-mail', max: 5, windowMs: hour };

/** Returns a part of the account's estimates, the newest first, with their total number. */
export async function pageEstimates({ db, tenant, account, clock }: AccountContext, filter: EstimateInput, part: Part) {
  const of = { tenantId: tenant.id, accountId: account.id, now: clock.now() };
  const { estimates, total } = await estimatesOfAccount(db, of, filter, part);
  return {
    estimates: estimates.map((row) => presentEstimateSummary(row, row, tenant.settings)),
    ...totalsOf(total, part),
  };
}

/**
 * Loads an estimate with its lines.
 * @param accountId the account that must own it; null for a mail
 * @throws CallError NOT_FOUND for somebody else's
 */
export async function loadEstimate(
  db: TenantDb,
  tenantId: number,
  wanted: { id: number; accountId: number | null; now: Date },
): Promise<WholeEstimate> {
  const estimate = await findEstimate(db, { tenantId, ...wanted });
  if (!estimate) throw notFound();
  return { estimate, lines: await linesOfEstimate(db, tenantId, estimate.id) };
}

/** Loads an estimate of the session's account. */
export function loadOwnEstimate({ db, tenant, account, clock }: AccountContext, id: number): Promise<WholeEstimate> {
  return loadEstimate(db, tenant.id, { id, accountId: account.id, now: clock.now() });
}

/** Returns the content of an estimate's paper. */
export function estimatePaper(tenant: Tenant, language: string, whole: WholeEstimate): LetterOrder {
  const number = whole.estimate.id;
  return {
    kind: 'estimate',
    letter: estimateLetter(tenant, language, whole),
    sender: estimateSender(tenant, language, whole),
    created: whole.estimate.created_at,
    foot: tenantText(tenant, language, 'estimate.foot', { marina: tenant.name, number }),
  };
}

/** Makes the estimate as a PDF. The same estimate with the same status gives the same bytes in the same language. */
export async function estimatePdf(tenant: Tenant, language: string, whole: WholeEstimate, allow?: () => Promise<void>) {
  const number = whole.estimate.id;
  const content = await makePaper(tenant, estimatePaper(tenant, language, whole), allow);
  return { fileName: `${tenantText(tenant, language, 'estimate.heading', { number })}.pdf`, content };
}

/** Queues an estimate of the session's account to the address on file. */
export async function mailEstimate(ctx: AccountContext, id: number) {
  const { db, tenant, account, clock, language } = ctx;
  await loadOwnEstimate(ctx, id);
  const recipient = await findAccountEmail(db, tenant.id, account.id);
  if (recipient === '') throw new CallError('NO_ACCOUNT_EMAIL');
  const now = clock.now();
  await limitRate(db, tenant.id, { limit: mailLimit, who: String(id) }, now);
  await db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, account.id);
    await queueMail(trx, tenant, { kind: 'estimate', recipient, language, estimateId: id }, now);
  });
  return { emailQueued: true as const, maskedEmail: maskEmail(recipient) };
}
