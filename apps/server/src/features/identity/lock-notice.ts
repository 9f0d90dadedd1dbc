import type { Context } from '../../http/context.ts';
import { type Counted, isSpent, countHit } from '../../http/rate-limit.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { findLogin } from './identity.queries.ts';

/** Whoever tries from many places locks many pairs: nobody's mailbox is filled with it. */
const mailsOfName = { name: 'lock-mail', max: 1, windowMs: 60 * 60_000 };

/** Records that a name is locked now for somebody, and writes to whoever signs in with it, once an hour. */
export const noteLock = (ctx: Context, name: string): Promise<void> =>
  note(ctx, name, { kind: 'login-locked', event: 'sign-in.locked', counted: { limit: mailsOfName, who: name } });

/** The same of a name that has become slow for strangers. Called once for each time that it becomes so. */
export const noteSlowness = (ctx: Context, name: string): Promise<void> =>
  note(ctx, name, { kind: 'login-slow', event: 'sign-in.slowed' });

interface Notice {
  kind: 'login-locked' | 'login-slow';
  event: 'sign-in.locked' | 'sign-in.slowed';
  /** Of the mails that are sent of it; absent: each is. */
  counted?: Counted;
}

/**
 * For a name that no login has as well. Only when the mail is written do we look (lock-mail.ts), so neither the answer
 * nor its time tells.
 */
async function note(ctx: Context, name: string, { kind, event, counted }: Notice): Promise<void> {
  const { db, tenant, clock } = ctx;
  const login = await findLogin(db, tenant.id, { email: name });
  const isTold = counted !== undefined && (await isSpent(db, tenant.id, counted, clock.now()));
  const subject = login ? { type: 'login', id: String(login.id) } : null;
  // In the language in which its owner last signed in; whoever tried may read another one.
  const mail = { kind, recipient: name, language: login?.language ?? ctx.language };
  await db.transaction().execute(async (trx) => {
    if (counted && !isTold) await countHit(trx, tenant.id, counted, clock.now());
    if (!isTold) await queueMail(trx, tenant, mail, clock.now());
    await auditRequest(ctx, { event, accountId: login?.account_id ?? null, subject }, trx);
  });
}
