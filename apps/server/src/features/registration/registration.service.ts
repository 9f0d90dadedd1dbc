import type { registerAccount } from '@quayside/contract/registration.ts';
import type { CallArguments } from '@quayside/contract/call.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { loginName, registerLogin } from '../identity/identity.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { refuseWeakPassword } from '../passwords/password-rules.ts';
import { countFailedUse, findRenewalCode, lockAccount, spendRenewalCode } from './registration.queries.ts';
import { isSpent, type OpenCode, openRenewalCode } from './renewal-codes.service.ts';

type Registration = CallArguments<typeof registerAccount>['body'];

/**
 * Gives the account of a code a login, spends the code and says so by mail: all of it or nothing.
 * @throws CallError what `registerAccount` of the contract lists
 */
export async function register(ctx: Context, { account, password }: Registration): Promise<void> {
  const { db, tenant } = ctx;
  refuseWeakPassword(tenant, password);
  const open = await openRenewalCode(ctx, account.renewalToken);
  try {
    // Another account's guid is somebody who tries codes, and answered like a wrong one (decision S6).
    if (account.guid.toLowerCase() !== open.guid) throw new CallError('CODE_NOT_FOUND');
    await db.transaction().execute((trx) => store(trx, ctx, open, { email: account.email, password }));
  } catch (error) {
    // A code that could be tried for ever would tell which e-mail addresses sign in here.
    if (error instanceof CallError && error.code !== 'ALREADYREGISTERED')
      await countFailedUse(db, tenant.id, open.codeHash);
    throw error;
  }
  ctx.log.info({ accountId: open.account_id }, 'account registered');
}

async function store(
  trx: TenantDb,
  ctx: Context,
  open: OpenCode,
  login: { email: string; password: string },
): Promise<void> {
  const { tenant, clock, language } = ctx;
  const now = clock.now();
  await lockAccount(trx, tenant.id, open.account_id);
  // Whoever held the lock before may have registered it.
  const current = await findRenewalCode(trx, tenant.id, open.codeHash);
  if (!current || isSpent(current)) throw new CallError('ALREADYREGISTERED');
  const id = await registerLogin(trx, tenant.id, { ...login, accountId: open.account_id }, now);
  await spendRenewalCode(trx, tenant.id, open.codeHash, now);
  // To the address on file too: its owner has to hear of a login that somebody else made (decision C5.4).
  const readers = new Set([loginName(login.email), loginName(open.email)].filter((address) => address !== ''));
  for (const recipient of readers) await queueMail(trx, tenant, { kind: 'registered', recipient, language }, now);
  const subject = { type: 'login', id: String(id) };
  await auditRequest(ctx, { event: 'registration', accountId: open.account_id, subject }, trx);
}
