import { createHash } from 'node:crypto';
import type { EstimateAnswerKind } from '@quayside/contract/orders/estimates.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { keepAccount } from '../account/account.exports.ts';
import {
  cleanDeclaration,
  makeAgreement,
  recordAgreementEvents,
  withdrawAgreement,
} from '../agreements/agreements.exports.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { answerText, lastDayToAnswer } from './estimate-answer.letter.ts';
import { findAnswer, lockEstimate, storeAnswer } from './estimate-answers.queries.ts';
import { loadOwnEstimate } from './estimates.service.ts';

/**
 * Prepares the answer to an estimate as an agreement that says it, with all of the estimate in its text. Its signature
 * keeps the evidence. The same answer to the same text gives the same agreement; another answer replaces one that is
 * not signed.
 * @returns the agreement's guid
 * @throws CallError NOT_FOUND; ESTIMATE_CLOSED if it is converted, expired or answered
 */
export async function prepareAnswer(ctx: AccountContext, id: number, answer: EstimateAnswerKind): Promise<string> {
  const { db, tenant, account, clock, language } = ctx;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    // The account first, as its erasure does: it waits for the answer, or there is no estimate to answer any more.
    await keepAccount(trx, tenant.id, account.id);
    await lockEstimate(trx, tenant.id, id);
    const whole = await loadOwnEstimate({ ...ctx, db: trx }, id);
    if (whole.estimate.status !== 'Active') throw new CallError('ESTIMATE_CLOSED');
    const { type, html } = answerText(tenant, language, whole, answer);
    const earlier = await findAnswer(trx, tenant.id, id);
    if (earlier?.signed_at) throw new CallError('ESTIMATE_CLOSED');
    const hash = createHash('sha256').update(cleanDeclaration(html)).digest();
    if (earlier?.answer === answer && earlier.declaration_hash?.equals(hash)) return earlier.guid;
    const isOpen = earlier === null || (await withdrawAgreement(trx, tenant.id, earlier.agreement_id, now));
    if (!isOpen) throw new CallError('ESTIMATE_CLOSED');
    const newAgreement = { accountId: account.id, siteId: whole.estimate.site_id, type, html };
    const signBy = lastDayToAnswer(whole.estimate);
    const agreement = await makeAgreement(trx, tenant.id, { ...newAgreement, signBy }, now);
    await storeAnswer(trx, { tenant_id: tenant.id, estimate_id: id, answer, agreement_id: agreement.id });
    await recordAgreementEvents(trx, tenant, now);
    const subject = { type: 'agreement', id: agreement.guid };
    await auditRequest(ctx, { event: 'estimate.answer-prepared', subject, details: { estimate: id, answer } }, trx);
    return agreement.guid;
  });
}
