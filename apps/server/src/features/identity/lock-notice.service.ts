import type { Context } from '../../http/context.ts';
import { type Counted, isLimitReached, countHit } from '../../http/limits/rate-limit.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { hour } from '../../lib/time/durations.ts';
import { findLogin } from './identity.queries.ts';

/** A person who tries from many places locks many pairs. The limit keeps them from filling a mailbox. */
const mailsOfName = { name: 'lock-mail', max: 1, windowMs: hour };

/** Records that a name is locked for somebody, and writes to the login's owner, once an hour. */
export const noteLock = (ctx: Context, name: string): Promise<void> =>
  note(ctx, name, { kind: 'login-locked', event: 'sign-in.locked', counted: { limit: mailsOfName, who: name } });

/** Records that a name has become slow for strangers, and writes to its owner. Called once each time it happens. */
export const noteSlowness = (ctx: Context, name: string): Promise<void> =>
  note(ctx, name, { kind: 'login-slow', event: 'sign-in.slowed' });

interface Notice {
  kind: 'login-locked' | 'login-slow';
  event: 'sign-in.locked' | 'sign-in.slowed';
  /** The limit of its mails. Absent: every mail is sent. */
  counted?: Counted;
}

/**
 * Records a lock or a slowness, and queues the mail to the login's owner. It queues one for unknown names too:
 * lock.mail.ts looks the name up when it writes the mail, so neither the answer nor its duration reveals if there is
 * a login.
 */
async function note(ctx: Context, name: string, { kind, event, counted }: Notice): Promise<void> {
  const { db, tenant, clock } = ctx;
  const login = await findLogin(db, tenant.id, { email: name });
  const isTold = counted !== undefined && (await isLimitReached(db, tenant.id, counted, clock.now()));
  const subject = login ? { type: 'login', id: String(login.id) } : null;
  // Uses the language of the owner's last sign-in. The person who tried may use another one.
  const mail = { kind, recipient: name, language: login?.language ?? ctx.language };
  await db.transaction().execute(async (trx) => {
    if (counted && !isTold) await countHit(trx, tenant.id, counted, clock.now());
    if (!isTold) await queueMail(trx, tenant, mail, clock.now());
    await auditRequest(ctx, { event, accountId: login?.account_id ?? null, subject }, trx);
  });
}
