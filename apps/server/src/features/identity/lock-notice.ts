import type { Context } from '../../http/context.ts';
import { queueMail } from '../mail/mail.service.ts';

/**
 * Writes to whoever signs in with a name that it is locked now. Queued for a name that no login has as well: only when
 * the mail is written do we look (lock-mail.ts), so neither the answer nor its time tells.
 * @param known the language of the login; whoever locked it may read another one
 */
export async function tellOfLock(
  { db, tenant, clock, language }: Context,
  name: string,
  known: string | null | undefined,
): Promise<void> {
  const mail = { kind: 'login-locked', recipient: name, language: known ?? language } as const;
  await db.transaction().execute((trx) => queueMail(trx, tenant, mail, clock.now()));
}
