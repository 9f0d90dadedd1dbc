import { createHash } from 'node:crypto';
import type { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import { showsOrders } from '@quayside/contract/tenant/tenant.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { Context } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import { enqueueJob } from '../../../jobs/enqueue.ts';
import { keepAccount } from '../../account/account.exports.ts';
import { auditRequest } from '../../audit/audit.service.ts';
import { recordEvents } from '../../events/events.service.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { makeKey, signerKeyLifeMs } from '../agreement-keys.service.ts';
import { presentAgreementResource } from '../agreement-resources.presenter.ts';
import { findNumberedAgreement } from '../agreement-resources.queries.ts';
import { presentAgreement } from '../agreements.presenter.ts';
import { documentHash, shownHash } from '../papers/document-hash.rules.ts';
import { auditFieldsOf, isOwner, loadAgreement, refuseClosed, shownAs } from '../load-agreement.service.ts';
import { findAgreement, findSignature, listAgreementFiles, type AgreementPageRow } from '../agreement-page.queries.ts';
import { insertSignature, lockAgreement, markSigned } from './sign-agreement.queries.ts';
import { checkSignatureImage } from './signature-image.rules.ts';
import { describeAgent } from './signer-agent.rules.ts';
import { checkSignerEmail } from './signer-email.service.ts';
import { imageOfTypedName } from './typed-signature.service.ts';

type Submit = CallArguments<typeof signAgreement>['body'];
type WithImage = Submit & { signature: string };
/** A signature with its one time, which the answer has too. */
type Signing = WithImage & { now: Date };

/**
 * Signs an agreement once, however often it is submitted. One transaction stores the signature, the entry in the audit
 * trail, the mails to the signer and the office, and the job that seals the paper.
 */
export async function signOnce(ctx: Context, submit: Submit) {
  const { db, tenant, clock } = ctx;
  const row = await loadAgreement(ctx, submit.guid);
  if (row.signed_at !== null) return answerAgain(ctx, row, submit);
  await refuseClosed(ctx, row);
  const { isValid } = await checkSignerEmail(ctx, row, submit);
  if (!isValid) throw new CallError('SIGNER_EMAIL_UNKNOWN');
  // Only now: reading or making an image takes time, which nobody may use up who is no signer.
  if (submit.signature !== undefined) await checkSignatureImage(submit.signature);
  const complete = { ...submit, signature: await imageOf(submit) };
  const signed = await db.transaction().execute(async (trx) => {
    // The account first, as its erasure does: it waits for the signature, or the signature finds nothing.
    await keepAccount(trx, tenant.id, row.account_id);
    await lockAgreement(trx, tenant.id, row.id);
    const now = clock.now();
    // Reads it again, because it may have changed before the lock.
    const current = await findAgreement(trx, tenant.id, { id: row.id }, now);
    if (!current || current.signed_at !== null || current.withdrawn_at !== null) return null;
    await store(ctx, trx, current, { ...complete, now });
    return { ...current, is_by_pay_link: row.is_by_pay_link, signed_at: now };
  });
  // Somebody else signed first: answer as if this call came only now.
  if (!signed) return signOnce(ctx, submit);
  await letSignerDownload(ctx, signed);
  return answer(ctx, signed, submit);
}

/** Returns the image of a signature. @throws CallError SIGNATURE_UNUSABLE for a name that we can't write */
const imageOf = async ({ signature, typedName = '' }: Submit): Promise<string> =>
  signature ?? imageOfTypedName(typedName);

async function store(ctx: Context, trx: TenantDb, row: AgreementPageRow, submit: Signing): Promise<void> {
  const { tenant, language } = ctx;
  const files = await listAgreementFiles(trx, tenant.id, row.id);
  const { documentHash: shown, now } = submit;
  if (shown !== undefined && shown !== shownHash(row, files)) throw new CallError('AGREEMENT_CHANGED');
  await insertSignature(trx, signatureOf(ctx, row, submit));
  await markSigned(trx, tenant.id, row.id, now);
  await enqueueJob(trx, 'seal-agreement', { tenantId: tenant.id, agreementId: row.id });
  const mail = { kind: 'agreement-signed', recipient: submit.email, language, agreementId: row.id } as const;
  await queueMail(trx, tenant, mail, now);
  await tellOffice(ctx, trx, row, now);
  await recordSigned(ctx, trx, row.id, now);
  const details = {
    documentHash: documentHash(row, files)?.toString('hex') ?? null,
    type: row.type,
    startDate: row.start_date,
    endDate: row.end_date,
    site: row.site_name,
    signatureHash: createHash('sha256').update(submit.signature).digest('hex'),
    method: submit.method,
  };
  await auditRequest(ctx, { event: 'agreement.signed', ...auditFieldsOf(row), details }, trx);
}

async function recordSigned({ tenant }: Context, trx: TenantDb, id: number, now: Date): Promise<void> {
  const row = await findNumberedAgreement(trx, tenant.id, id);
  if (!row) throw new Error(`agreement ${id} was signed and is not there`);
  const object = presentAgreementResource(row);
  const event = { type: 'agreement.signed', reference: row.reference, object } as const;
  await recordEvents(trx, tenant.id, [event], now);
}

/** Returns the signature: the signer's input, and the facts that the server saw. */
function signatureOf({ tenant, request, language }: Context, row: AgreementPageRow, submit: WithImage) {
  return {
    tenant_id: tenant.id,
    agreement_id: row.id,
    declaration_hash: row.declaration_hash,
    full_name: submit.fullName,
    email: submit.email,
    method: submit.method,
    image: submit.signature,
    ip_address: request.ip,
    ...describeAgent(request.userAgent),
    user_agent: request.userAgent,
    idempotency_key: request.idempotencyKey,
    language,
  };
}

/**
 * Queues the mail to the office. If the marina wants none, or nobody has an address, the audit trail alone records
 * it.
 */
async function tellOffice({ tenant }: Context, trx: TenantDb, row: AgreementPageRow, now: Date): Promise<void> {
  const { agreements, contact, culture } = tenant.settings;
  const recipient = row.site_email || contact.email;
  if (!agreements.tellsOffice || recipient === '') return;
  const mail = { kind: 'agreement-signed-office', recipient, language: culture.defaultLanguage } as const;
  await queueMail(trx, tenant, { ...mail, agreementId: row.id }, now);
}

/**
 * Answers a repeated submit. The same submit by the same person gets the same answer (decision C4.10).
 * @throws CallError ALREADY_SIGNED for any other, IDEMPOTENCY_KEY_REUSED for another one with the same key
 */
async function answerAgain(ctx: Context, row: AgreementPageRow, submit: Submit) {
  const signature = await findSignature(ctx.db, ctx.tenant.id, row.id);
  const { idempotencyKey } = ctx.request;
  if (!signature || idempotencyKey === null || signature.idempotency_key !== idempotencyKey)
    throw new CallError('ALREADY_SIGNED');
  const isSame =
    signature.email === submit.email &&
    signature.full_name === submit.fullName &&
    signature.image === (await imageOf(submit)) &&
    signature.method === submit.method;
  if (!isSame) throw new CallError('IDEMPOTENCY_KEY_REUSED');
  await letSignerDownload(ctx, row);
  return answer(ctx, row, submit);
}

/** Lets the browser of a signer without a session download the paper for a while. */
async function letSignerDownload(ctx: Context, row: AgreementPageRow): Promise<void> {
  if (isOwner(ctx, row)) return;
  const { db, tenant, clock, cookies } = ctx;
  const key = await makeKey(db, tenant.id, row.id, { now: clock.now(), lifeMs: signerKeyLifeMs });
  cookies.setSigner(shownAs(ctx, row).guid, key, signerKeyLifeMs / 1000);
}

function answer(ctx: Context, row: AgreementPageRow, { fullName, email }: Submit) {
  const named = isOwner(ctx, row) && showsOrders(ctx.tenant.settings);
  return { agreement: { ...presentAgreement({ ...row, guid: shownAs(ctx, row).guid }, named), fullName, email } };
}
