import type { MailLinkTarget } from '@quayside/contract/identity/mail-links.ts';
import type { TenantDb } from '../../db/client.ts';
import type { OpenCallLimit } from '../../http/limits/call-limits.ts';
import type { Context, Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { keepAccount } from '../account/account.exports.ts';
import { findOrCountMiss, type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { mailedLinkLifeMs, spendMailLink, storeMailLink } from '../mail/mail.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import { languageOfCustomer } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { findAddressee, findMailLink, findMailLinkToWrite, type MailLinkRow } from './mail-links.queries.ts';

/** Only invalid links count, so that a marina behind one address can go on. */
const wrongLinks: Limit = { name: 'mail-link', max: 60, windowMs: hour / 4 };

export const newLinkLimits: readonly OpenCallLimit[] = [
  { name: 'mail-link-new-network', per: 'network', max: 60, windowMs: hour },
];

/** Counts only for the link's holder. Its number alone is easy to guess, and must not use up the holder's new links. */
const newLinksOfLink: Limit = { name: 'mail-link-new', max: 3, windowMs: hour };

/** The two parts of a link. */
interface HeldLink {
  /** The number of the mail that brought it. */
  id: number;
  token: string;
}

/** The target of a link: one order, one agreement, or the documents of an account. */
export type LinkedThing = { orderId: number } | { agreementId: number } | { accountId: number };

/**
 * Queues the mail with a link to something, to its account's address on file and to no other.
 * @returns the account and the address, or the reason why no mail goes out
 */
export async function mailLink(
  trx: TenantDb,
  tenant: Tenant,
  thing: LinkedThing,
  now: Date,
): Promise<{ accountId: number; recipient: string; isOpen: boolean; isOver: boolean } | 'no-address'> {
  const addressee = await findAddressee(trx, tenant.id, thing, now);
  if (!addressee || addressee.email === '') return 'no-address';
  if (!(await keepAccount(trx, tenant.id, addressee.account_id))) return 'no-address';
  const { account_id: accountId, email: recipient, is_open: isOpen, is_over: isOver } = addressee;
  const language = languageOfCustomer(tenant, addressee.language);
  await queueMail(trx, tenant, { kind: 'mail-link', recipient, language, ...thing, accountId }, now);
  return { accountId, recipient, isOpen, isOver };
}

/**
 * Makes the token of a mail's link, in place of the token of an earlier try. It is told once and stored nowhere.
 * @returns null if the account has another address by now, or was closed
 */
export async function startMailLink(db: TenantDb, tenantId: number, mailId: number, recipient: string) {
  const row = await findMailLinkToWrite(db, tenantId, mailId);
  if (row?.email !== recipient) return null;
  const token = makeToken();
  await storeMailLink(db, tenantId, mailId, hashToken(token));
  return { token, target: targetOf(row), number: row.order_id, signBy: row.sign_by };
}

/** Spends a link. @throws CallError INVALID_TOKEN, TOO_MANY_REQUESTS */
export async function openLink(ctx: Context, { id, token }: HeldLink) {
  const { db, tenant, clock } = ctx;
  const now = clock.now();
  const hash = hashToken(token);
  // A link that was valid once is no guess.
  const row = await findOrCountMiss(ctx, wrongLinks, () => findMailLink(db, tenant.id, id, hash));
  const after = new Date(now.getTime() - mailedLinkLifeMs);
  if (row && (await spendMailLink(db, tenant.id, { mailId: id, hash, after, now })))
    return { target: targetOf(row), guid: row.order_guid ?? row.agreement_guid };
  throw new CallError('INVALID_TOKEN');
}

/** Queues the mail with a new link, for the holder of an older one. @throws CallError TOO_MANY_REQUESTS */
export async function mailNewLink(ctx: Context, { id, token }: HeldLink): Promise<void> {
  const { db, tenant, clock } = ctx;
  const row = await findMailLink(db, tenant.id, id, hashToken(token));
  if (!row) return;
  const now = clock.now();
  await limitRate(db, tenant.id, { limit: newLinksOfLink, who: String(id) }, now);
  await db.transaction().execute((trx) => mailLink(trx, tenant, linkedThingOf(row), now));
}

function targetOf({ order_id, agreement_id }: MailLinkRow): MailLinkTarget {
  if (order_id !== null) return 'order';
  return agreement_id === null ? 'documents' : 'agreement';
}

function linkedThingOf({ order_id, agreement_id, account_id }: MailLinkRow): LinkedThing {
  if (order_id !== null) return { orderId: order_id };
  return agreement_id === null ? { accountId: account_id } : { agreementId: agreement_id };
}
