import { createHash, randomInt } from 'node:crypto';
import type { TenantDb } from '../../../db/client.ts';
import type { Context } from '../../../http/context.ts';
import { notFound } from '../../../http/errors.ts';
import { type Counted, type Limit, limitRate, networkOf, undoHits } from '../../../http/limits/rate-limit.ts';
import { hour, minute } from '../../../lib/time/durations.ts';
import { InTurn } from '../../../lib/in-turn.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { loadAgreement, refuseClosed, shownAs } from '../load-agreement.service.ts';
import type { AgreementPageRow } from '../agreement-page.queries.ts';
import { hasEmailCode, knownAddresses, storeEmailCode } from './signer-email.queries.ts';

/** Decision C5.14: only wrong addresses are counted, so that correcting a typing mistake is possible. */
const guessLimit: Limit = { name: 'agreement-email', max: 10, windowMs: hour };
/** Strangers on many networks must not try all codes of six digits while one is valid. */
const codeGuessLimit: Limit = { name: 'agreement-code-guess', max: 30, windowMs: hour };
/** The service counts the mails with a code: no other call for an agreement sends one. */
const codeLimit: Limit = { name: 'agreement-code', max: 3, windowMs: hour };
const codeLifeMs = 30 * minute;

/** Guesses at one agreement run one after the other here. At once, right ones would fill the counters for a moment. */
const turns = new InTurn();

/** The address, and the code that proves it if none is on file. */
export interface GivenEmail {
  email: string;
  emailCode?: string | null | undefined;
}

/**
 * Checks if a person may sign under an address (decision C5.13). A guess counts as wrong until it is proven right:
 * guesses at several copies of the server at once would otherwise all pass before the first has failed.
 * @throws CallError TOO_MANY_REQUESTS
 */
export const checkSignerEmail = (ctx: Context, row: AgreementPageRow, given: GivenEmail) =>
  turns.run(`${ctx.tenant.id} ${row.id}`, () => checkNow(ctx, row, given));

async function checkNow(ctx: Context, row: AgreementPageRow, { email: typed, emailCode }: GivenEmail) {
  const { db, tenant, clock, request } = ctx;
  const ofNetwork: Counted = { limit: guessLimit, who: `${row.id} ${networkOf(request.ip)}` };
  const addresses = await knownAddresses(db, tenant.id, row.account_id);
  const email = foldedEmail(typed);
  const needsCode = addresses.length === 0;
  // A call without a code is no guess.
  if (needsCode && !emailCode) return { isValid: false, needsCode };
  const counted = needsCode ? [ofNetwork, { limit: codeGuessLimit, who: String(row.id) }] : [ofNetwork];
  for (const each of counted) await limitRate(db, tenant.id, each, clock.now());
  const isValid = needsCode
    ? await hasProof(ctx, row, { email, emailCode: emailCode ?? '' })
    : addresses.some((address) => foldedEmail(address) === email);
  if (isValid) await undoHits(db, tenant.id, counted);
  return { isValid, needsCode: needsCode && !isValid };
}

/**
 * Checks an address before signing.
 * @throws CallError NOT_FOUND, AGREEMENT_WITHDRAWN, AGREEMENT_EXPIRED, TOO_MANY_REQUESTS
 */
export async function validateEmail(ctx: Context, guid: string, given: GivenEmail) {
  const row = await loadAgreement(ctx, guid);
  await refuseClosed(ctx, row);
  const checked = await checkSignerEmail(ctx, row, given);
  return { ...checked, titledFullName: checked.isValid ? shownAs(ctx, row, true).name : null };
}

/** Queues the mail with the code. Only an account without an address gets one. */
export async function mailEmailCode(ctx: Context, guid: string, email: string) {
  const { db, tenant, clock, language } = ctx;
  const row = await loadAgreement(ctx, guid);
  await refuseClosed(ctx, row);
  if (row.signed_at !== null || (await knownAddresses(db, tenant.id, row.account_id)).length > 0) throw notFound();
  const now = clock.now();
  await limitRate(db, tenant.id, { limit: codeLimit, who: String(row.id) }, now);
  const mail = { kind: 'agreement-code', recipient: email, language, agreementId: row.id } as const;
  await db.transaction().execute((trx) => queueMail(trx, tenant, mail, now));
  return { done: true as const };
}

/** Makes the code of an address. It is nowhere but in its mail. */
export async function makeEmailCode(db: TenantDb, tenantId: number, agreementId: number, email: string, now: Date) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const folded = foldedEmail(email);
  await storeEmailCode(db, {
    tenant_id: tenantId,
    agreement_id: agreementId,
    email: folded,
    code_hash: hashCode(agreementId, folded, code),
    expires_at: new Date(now.getTime() + codeLifeMs),
  });
  return code;
}

function hasProof(
  { db, tenant, clock }: Context,
  { id }: AgreementPageRow,
  given: { email: string; emailCode: string },
) {
  const { email, emailCode } = given;
  const row = { tenant_id: tenant.id, agreement_id: id, email, code_hash: hashCode(id, email, emailCode) };
  return hasEmailCode(db, row, clock.now());
}

const foldedEmail = (email: string) => email.trim().toLowerCase();

const hashCode = (agreementId: number, email: string, code: string) =>
  createHash('sha256').update(`${agreementId} ${email} ${code}`).digest();
