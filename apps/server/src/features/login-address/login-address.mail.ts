import { tenantText } from '../../lib/texts/texts.ts';
import { nameAndNumber } from '../account/account.exports.ts';
import { holderOfAddress, loadLoginAddress } from '../identity/identity.exports.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailContent, MailWriter } from '../mail/mail.exports.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { startConfirmation } from './confirmation-tokens.service.ts';
import { findConfirmationOf, findLoginWithoutAddress } from './login-address.queries.ts';

type Writing = Parameters<MailWriter<{ loginId: number }>>;

/** Writes the mail whose link confirms an address. The link is made with the mail and is nowhere else. */
export const confirmAddressMail: MailWriter<{ loginId: number }> = async (ctx, subject) => {
  const { db, tenant, clock, log } = ctx;
  const { recipient, loginId, portalUrl } = subject;
  const waiting = await findConfirmationOf(db, tenant.id, loginId, clock.now());
  // Since then, another address may have been requested.
  if (waiting?.email !== recipient) return null;
  const isOwn = (await loadLoginAddress(db, tenant.id, loginId)).email === recipient;
  if (!isOwn && (await holderOfAddress(db, tenant.id, recipient)) === 'owner') return takenMail(ctx, subject);
  if (portalUrl === null) {
    log.warn('an address is to be confirmed, but no address leads to the marina’s portal');
    return null;
  }
  const token = await startConfirmation(db, tenant.id, { loginId, email: recipient }, clock.now());
  if (token === null) return null;
  const text = textsOf(isOwn ? 'confirmLogin' : 'confirmChange', ctx, subject);
  return {
    letter: plainLetter(text, {
      next: [text('life'), text('notYou')],
      action: { label: text('action'), url: `${portalUrl}/confirm-address/${token}` },
    }),
    sender: marinaSender(tenant, subject.language, text('reason')),
    attachments: [],
  };
};

/** Writes to an address that another login has proven, so that only its owner learns of it. */
function takenMail(ctx: Writing[0], subject: Writing[1]): MailContent {
  const text = textsOf('addressTaken', ctx, subject);
  const letter = plainLetter(text, { next: [text('nothing'), text('help')] });
  return { letter, sender: marinaSender(ctx.tenant, subject.language, text('reason')), attachments: [] };
}

/** Tells the old address that it does not open the portal any more. */
export const loginAddressChangedMail: MailWriter<{ loginId: number }> = async (ctx, subject) => {
  if (subject.loginId === null) return null;
  const { email } = await loadLoginAddress(ctx.db, ctx.tenant.id, subject.loginId);
  const text = textsOf('loginAddressChanged', ctx, subject);
  return {
    letter: plainLetter(text, {
      facts: [{ label: text('newAddress'), value: maskEmail(email ?? '') }],
      next: [text('letters'), text('notYou')],
    }),
    sender: marinaSender(ctx.tenant, subject.language, text('reason')),
    attachments: [],
  };
};

/** Tells the owner of a login that it has lost an address which it never confirmed, and signs in with this one. */
export const loginAddressLostMail: MailWriter<{ loginId: number }> = async (ctx, subject) => {
  const text = textsOf('loginAddressLost', ctx, subject);
  return {
    letter: plainLetter(text, { next: [text('password'), text('help')] }),
    sender: marinaSender(ctx.tenant, subject.language, text('reason')),
    attachments: [],
  };
};

/** Tells the office of a login that has lost its only address. Null if it has one again. */
export const loginWithoutAddressMail: MailWriter<{ loginId: number }> = async (ctx, subject) => {
  const found = await findLoginWithoutAddress(ctx.db, ctx.tenant.id, subject.loginId);
  if (!found) return null;
  const text = textsOf('loginWithoutAddress', ctx, subject);
  const customer = [nameAndNumber(found), found.account_reference ?? ''].filter((part) => part !== '').join(', ');
  return {
    letter: plainLetter(text, {
      facts: [
        { label: text('customer'), value: customer },
        { label: text('login'), value: String(subject.loginId) },
      ],
      next: [text('ask'), text('set')],
    }),
    sender: marinaSender(ctx.tenant, subject.language, text('reason')),
    attachments: [],
  };
};

const textsOf =
  (group: string, { tenant }: Writing[0], { language }: Writing[1]) =>
  (key: string) =>
    tenantText(tenant, language, `${group}.${key}`, { marina: tenant.name, command: 'login address' });
