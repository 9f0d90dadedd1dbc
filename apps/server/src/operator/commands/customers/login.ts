import { EmailAddress } from '@quayside/contract/shared/common.ts';
import { z } from 'zod';
import {
  type AccountLogin,
  lockOfLogin,
  loginsOfAccount,
  unlinkIdentities,
} from '../../../features/identity/identity.exports.ts';
import { setAddressByOffice } from '../../../features/login-address/login-address.exports.ts';
import { forgetResetOf } from '../../../features/passwords/passwords.service.ts';
import type { Tenant } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { AccountName, findAccount } from '../../lib/find-account.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { officeTimeZone, zonedTime } from '../../lib/office-clock.ts';

const options = z.strictObject({
  tenant: TenantKey,
  account: AccountName,
  login: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'the login, by its number in "login list"; needed if there are several', value: 'number' }),
});

/** Lists the logins of a customer: how each signs in, and what is not confirmed yet. */
export const listLogins = command({
  name: 'login list',
  summary: 'List the logins of a customer: address, password, locks, and connections with providers of single sign-on.',
  options: options.omit({ login: true }),
  async run(ctx, { tenant: wanted, account: named }) {
    const tenant = await findTenant(ctx, wanted);
    const { account, logins } = await loginsOf(ctx, tenant, named);
    if (logins.length === 0) ctx.say(`Nobody is registered for ${account.titledFullName}. "code issue" makes a code.`);
    for (const login of logins) {
      ctx.say(`${login.id}  ${addressOf(login)}, ${login.hasPassword ? 'with a password' : 'without a password'}`);
      if (login.email === null) ctx.say('   It gets no mail. "login address" gives it one, after you have checked it.');
      for (const { issuer, linked_at: at } of login.identities)
        ctx.say(`   connected with ${issuer} since ${at.toISOString().slice(0, 10)}`);
      const db = ctx.database.forTenant(tenant.id);
      const lock = await lockOfLogin(db, tenant.id, login, ctx.clock.now());
      if (lock !== null) ctx.say(`   ${tellLock(lock, await officeTimeZone(ctx, tenant))}`);
    }
  },
});

function tellLock({ places, until }: { places: number; until: Date }, timeZone: string): string {
  const where = places === 1 ? '1 network or browser' : `${places} networks or browsers`;
  return (
    `locked until ${zonedTime(until, timeZone)} after wrong passwords, for ${where}. ` +
    'A new password by "Forgotten your password?" opens it at once.'
  );
}

/** Gives a login another address, of which the office knows that it is the customer's. */
export const setLoginAddress = command({
  name: 'login address',
  summary: 'Give a login another e-mail address, after you have checked that it is the customer’s.',
  options: options.extend({
    email: EmailAddress.meta({ description: 'the address that opens the portal from now on', value: 'address' }),
  }),
  async run(ctx, { tenant: wanted, email, ...named }) {
    const tenant = await findTenant(ctx, wanted);
    const { account, login } = await oneLogin(ctx, tenant, named);
    const now = ctx.clock.now();
    const db = ctx.database.forTenant(tenant.id);
    const language = login.language ?? tenant.settings.culture.defaultLanguage;
    await db
      .transaction()
      .execute(async (trx) => {
        const scope = { tenant, clock: ctx.clock, language };
        const takenFrom = await setAddressByOffice(trx, scope, { loginId: login.id, email }, forgetResetOf);
        const subject = { type: 'login', id: String(login.id) };
        const details = takenFrom.length > 0 ? { takenFrom } : {};
        const entry = { event: 'login-address.set', accountId: account.id, subject, details } as const;
        await auditOperator(trx, tenant.id, now, entry);
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallError && error.code === 'EMAIL_IN_USE')) throw error;
        throw new OperatorError(`Another login of ${tenant.name} has ${email}.`);
      });
    ctx.say(`${account.titledFullName} signs in with ${email.toLowerCase()} from now on (login ${login.id}).`);
    ctx.say('If the password is lost, or somebody else may know it, the customer presses "Forgotten your password?".');
  },
});

/** Takes a login's connections with providers of single sign-on away, because a wrong or stolen identity opens it. */
export const unlinkLogin = command({
  name: 'login unlink',
  summary: 'Remove a login’s connections with providers of single sign-on, and end its sessions.',
  options: options.extend({
    issuer: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'the provider, as "login list" names it; left out: all of them', value: 'address' }),
  }),
  async run(ctx, { tenant: wanted, issuer, ...named }) {
    const tenant = await findTenant(ctx, wanted);
    const { account, login } = await oneLogin(ctx, tenant, named);
    const loginId = login.id;
    await ctx.database
      .forTenant(tenant.id)
      .transaction()
      .execute(async (trx) => {
        const issuers = await unlinkIdentities(trx, tenant.id, loginId, issuer ?? null);
        if (issuers.length === 0) throw new OperatorError(notConnected(login, issuer));
        const entry = { event: 'identity.unlink', accountId: account.id, details: { issuers } } as const;
        const subject = { type: 'login', id: String(loginId) };
        await auditOperator(trx, tenant.id, ctx.clock.now(), { ...entry, subject });
        for (const each of issuers) ctx.say(`${each} does not open login ${loginId} any more.`);
      });
    ctx.say('All its sessions have ended.');
    ctx.say(wayInto(login));
  },
});

function notConnected({ id, identities }: AccountLogin, issuer: string | undefined): string {
  if (issuer === undefined || identities.length === 0) return `Login ${id} is connected with no provider.`;
  const others = identities.map((each) => `  ${each.issuer}`).join('\n');
  return `Login ${id} is not connected with ${issuer}, but with:\n${others}`;
}

/** Tells how the customer gets in without the provider, and what the office has to do for that. */
function wayInto({ id, email, isConfirmed, hasPassword }: AccountLogin): string {
  if (email === null) return `It has no address: check the customer's, and set it by "login address --login ${id}".`;
  if (hasPassword) return `The customer signs in with ${email} and the password.`;
  if (isConfirmed) return `It has no password: the customer presses "Forgotten your password?" and types ${email}.`;
  return `It has no password, and ${email} is not confirmed: check the address, and set it by "login address".`;
}

interface Named {
  account: string;
  login?: number | undefined;
}

async function loginsOf(ctx: OperatorContext, tenant: Tenant, named: string) {
  const account = await findAccount(ctx, tenant, named);
  return { account, logins: await loginsOfAccount(ctx.database.forTenant(tenant.id), tenant.id, account.id) };
}

/** Finds the one login that is meant. @throws OperatorError if there is none, or the choice is open */
async function oneLogin(ctx: OperatorContext, tenant: Tenant, { account: named, login: number }: Named) {
  const { account, logins } = await loginsOf(ctx, tenant, named);
  const [login, ...others] = number === undefined ? logins : logins.filter(({ id }) => id === number);
  if (!login)
    throw new OperatorError(`${account.titledFullName} has no login${number === undefined ? '' : ` ${number}`}.`);
  if (others.length === 0) return { account, login };
  const all = logins.map((each) => `  ${each.id}  ${addressOf(each)}`).join('\n');
  throw new OperatorError(`${account.titledFullName} has several logins. Name one by --login:\n${all}`);
}

function addressOf({ email, isConfirmed }: AccountLogin): string {
  if (email === null) return 'without an address';
  return isConfirmed ? email : `${email} (not confirmed)`;
}
