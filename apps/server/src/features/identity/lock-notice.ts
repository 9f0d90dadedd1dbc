import type { Context } from '../../http/context.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { queueMail } from '../mail/mail.service.ts';

interface LockedLogin {
  id: number;
  account_id: number | null;
  /** In which its owner last signed in; whoever locked it may read another one. */
  language: string | null;
}

/**
 * Records that a name is locked now and writes to whoever signs in with it: once for each lock, for a name that no login
 * has as well. Only when the mail is written do we look (lock-mail.ts), so neither the answer nor its time tells.
 */
export async function noteLock(ctx: Context, name: string, login: LockedLogin | undefined): Promise<void> {
  const { db, tenant, clock } = ctx;
  const subject = login ? { type: 'login', id: String(login.id) } : null;
  const mail = { kind: 'login-locked', recipient: name, language: login?.language ?? ctx.language } as const;
  await db.transaction().execute(async (trx) => {
    await auditRequest(ctx, { event: 'sign-in.locked', accountId: login?.account_id ?? null, subject }, trx);
    await queueMail(trx, tenant, mail, clock.now());
  });
}
