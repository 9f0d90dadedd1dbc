import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { type Counted, type Limit, limitRate, limitTry, networkOf, undoHits } from '../../http/limits/rate-limit.ts';
import { keepAccount } from '../account/account.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import { InTurn } from '../../lib/in-turn.ts';
import { hour, minute } from '../../lib/time/durations.ts';
import {
  findRenewalCode,
  findUnregistered,
  findUnregisteredAccounts,
  insertRenewalCodes,
  type RenewalCodeRow,
  type UnregisteredAccount,
} from './registration.queries.ts';
import { hashRenewalCode, makeRenewalCode, readRenewalCode } from './renewal-code.rules.ts';

/**
 * Decision C4.7. Only wrong codes count. So all customers of a marina can register behind one address, and nobody
 * there can guess: a code has 50 random bits.
 */
const wrongCodesOfNetwork: Limit = { name: 'renewal-code', max: 10, windowMs: 15 * minute };
/** Codes of one network are tried one after the other here. At once, right ones would fill the counter for a moment. */
const turns = new InTurn();
const failedUsesOfCode = 5;
const lifeInMonths = 12;

/** A code that can still register its account. */
export interface OpenCode extends RenewalCodeRow {
  code: string;
  codeHash: Buffer;
}

/**
 * Makes a registration code of an account, valid until it is spent or twelve months have passed.
 * @param code a fixed one, for the demo; default: a random one
 * @returns the code, which is told once and stored nowhere; null if the account is closed, as an erased one is
 */
export async function issueRenewalCode(
  db: TenantDb,
  tenantId: number,
  accountId: number,
  now: Date,
  code = makeRenewalCode(),
): Promise<string | null> {
  const codes = [{ accountId, codeHash: hashRenewalCode(code) }];
  const stored = await insertRenewalCodes(db, tenantId, codes, { createdAt: now, expiresAt: codeExpiry(now) });
  return stored.has(accountId) ? code : null;
}

/** Returns the expiry of a code that is made now. */
export function codeExpiry(now: Date): Date {
  const expiresAt = new Date(now);
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + lifeInMonths);
  return expiresAt;
}

export interface IssuedCode extends Omit<UnregisteredAccount, 'id'> {
  code: string;
}

/**
 * Makes a code for every open account without a login, in pages. Each page is stored before it is returned.
 * @param again includes those with a code that is still valid; otherwise a code in a letter stays valid
 */
export async function* issueRenewalCodes(
  db: TenantDb,
  tenantId: number,
  now: Date,
  { again }: { again: boolean },
): AsyncGenerator<IssuedCode[]> {
  let after = 0;
  for (;;) {
    const accounts = await findUnregisteredAccounts(db, tenantId, { after, now, again });
    if (accounts.length === 0) return;
    const issued = accounts.map(({ id, ...account }) => ({ id, account, code: makeRenewalCode() }));
    const codes = issued.map(({ id, code }) => ({ accountId: id, codeHash: hashRenewalCode(code) }));
    const stored = await insertRenewalCodes(db, tenantId, codes, { createdAt: now, expiresAt: codeExpiry(now) });
    yield issued.filter(({ id }) => stored.has(id)).map(({ account, code }) => ({ ...account, code }));
    after = accounts.at(-1)?.id ?? after;
  }
}

/** More than somebody with slow mail needs. It counts here, because a pay link's account is found by its order. */
const mailedCodes: Limit = { name: 'registration-code', max: 3, windowMs: hour };

/** Returns the address for an account's code; null if it has a login, or no address is on file. */
export async function addressForCode(db: TenantDb, tenantId: number, accountId: number): Promise<string | null> {
  return (await findUnregistered(db, tenantId, accountId))?.email || null;
}

/** Queues the mail with an account's code, to its address on file. @throws CallError NOT_FOUND, TOO_MANY_REQUESTS */
export async function mailRenewalCode(ctx: Context, accountId: number): Promise<void> {
  const { db, tenant, clock, language } = ctx;
  const recipient = await addressForCode(db, tenant.id, accountId);
  if (recipient === null) throw notFound();
  const now = clock.now();
  await limitRate(db, tenant.id, { limit: mailedCodes, who: String(accountId) }, now);
  const mail = { kind: 'registration-code', recipient, language, accountId } as const;
  await db.transaction().execute(async (trx) => {
    if (!(await keepAccount(trx, tenant.id, accountId))) throw notFound();
    await queueMail(trx, tenant, mail, now);
  });
}

/**
 * Returns the code that somebody typed.
 * @throws CallError CODE_NOT_FOUND, ALREADYREGISTERED, TOO_MANY_REQUESTS after ten wrong ones from a network
 */
export async function openRenewalCode(ctx: Context, typed: string): Promise<OpenCode> {
  const code = readRenewalCode(typed);
  const codeHash = hashRenewalCode(code);
  const found = await findCounted(ctx, codeHash);
  if (isSpent(found)) throw new CallError('ALREADYREGISTERED');
  if (found.expires_at <= ctx.clock.now()) throw refuse(ctx, 'expired');
  if (isUsedUp(found)) throw refuse(ctx, 'tries');
  return { ...found, code, codeHash };
}

/** Finds a code. It counts as wrong until it is found. One that was valid once is no guess. */
function findCounted(ctx: Context, codeHash: Buffer): Promise<RenewalCodeRow> {
  const { db, tenant, clock } = ctx;
  const counted: Counted = { limit: wrongCodesOfNetwork, who: networkOf(ctx.request.ip) };
  return turns.run(`${tenant.id} ${counted.who}`, async () => {
    await limitTry(db, tenant.id, counted, clock.now());
    const found = await findRenewalCode(db, tenant.id, codeHash);
    if (!found || found.closed_at !== null) throw refuse(ctx, 'unknown');
    await undoHits(db, tenant.id, [counted]);
    return found;
  });
}

/** Tells if an account was registered, with this code or otherwise. */
export function isSpent({ spent_at, registered }: Pick<RenewalCodeRow, 'spent_at' | 'registered'>): boolean {
  return spent_at !== null || Boolean(registered);
}

/** Tells if a code has failed so often that it opens nothing any more. */
export const isUsedUp = ({ tries }: Pick<RenewalCodeRow, 'tries'>): boolean => tries >= failedUsesOfCode;

/** Returns one answer for all reasons. Only the log says why a code opens nothing. */
function refuse({ log }: Context, reason: 'unknown' | 'expired' | 'tries'): CallError {
  log.warn({ reason }, 'registration code refused');
  return new CallError('CODE_NOT_FOUND');
}
