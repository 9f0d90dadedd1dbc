import type { Account } from '@quayside/contract/account/account.ts';
import type { Context } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { listConsents } from '../consent/consent.service.ts';
import { presentAccount } from './account.presenter.ts';
import { findAccount } from './account.queries.ts';

type Reader = Pick<Context, 'db' | 'tenant' | 'language'>;

/** Loads an account as its owner sees it, in the caller's language. */
export async function loadAccount(
  { db, tenant, language }: Reader,
  accountId: number,
): Promise<Omit<Account, 'consentGroups'>> {
  const row = await findAccount(db, tenant.id, accountId);
  if (!row) throw notFound();
  return presentAccount(row, language);
}

/** Loads an account with its consents, if the marina shows them (decision C2.68). */
export async function loadAccountWithConsents(ctx: Reader, accountId: number): Promise<Account> {
  const account = await loadAccount(ctx, accountId);
  const shown = ctx.tenant.settings.permissions.showNotificationPreferences;
  return { ...account, consentGroups: shown ? await listConsents(ctx, accountId) : [] };
}
