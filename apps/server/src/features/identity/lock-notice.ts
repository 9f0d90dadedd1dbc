import type { Context } from '../../http/context.ts';
import { type Counted, isSpent, countHit } from '../../http/rate-limit.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { findLogin } from './identity.queries.ts';

/** Whoever tries from many places locks many pairs: nobody's mailbox is filled with it. */
const mailsOfName = { name: 'lock-mail', max: 1, windowMs: 60 * 60_000 };

/**
 * Records that a name is locked now for somebody, and writes to whoever signs in with it, once an hour; for a name that
 * no login has as well. Only when the mail is written do we look (lock-mail.ts), so neither the answer nor its time tells.
 */
export async function noteLock(ctx: Context, name: string): Promise<void> {
  const { db, tenant, clock } = ctx;
  const login = await findLogin(db, tenant.id, { email: name });
  const counted: Counted = { limit: mailsOfName, who: name };
  const isTold = await isSpent(db, tenant.id, counted, clock.now());
  const subject = login ? { type: 'login', id: String(login.id) } : null;
  // In the language in which its owner last signed in; whoever locked it may read another one.
  const mail = { kind: 'login-locked', recipient: name, language: login?.language ?? ctx.language } as const;
  await db.transaction().execute(async (trx) => {
    if (!isTold) await countHit(trx, tenant.id, counted, clock.now());
    if (!isTold) await queueMail(trx, tenant, mail, clock.now());
    await auditRequest(ctx, { event: 'sign-in.locked', accountId: login?.account_id ?? null, subject }, trx);
  });
}
