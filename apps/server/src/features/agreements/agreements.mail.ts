import { buffer } from 'node:stream/consumers';
import { apiBase } from '@quayside/contract/shared/call.ts';
import type { JobContext } from '../../jobs/context.ts';
import { formatInstant } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import type { Attachment } from '../../providers/mail/mail-provider.ts';
import { nameAndNumber, titledFullName } from '../account/account.exports.ts';
import { plainLetter, siteSender } from '../letters/letters.exports.ts';
import { type MailContext, mailedLinkLifeMs, type MailWriter } from '../mail/mail.exports.ts';
import { makeKey } from './agreement-keys.service.ts';
import { agreementFacts } from './papers/agreement.paper.ts';
import { findAgreement, findSignature } from './agreement-page.queries.ts';
import { sealAgreement } from './signing/seal-agreement.service.ts';
import { makeEmailCode } from './signing/signer-email.service.ts';

/** Finds the agreement and the signature that a mail is about; null if it is not signed. */
async function findSigned({ db, tenant, clock }: JobContext, agreementId: number) {
  const row = await findAgreement(db, tenant.id, { id: agreementId }, clock.now());
  const signature = await findSignature(db, tenant.id, agreementId);
  return row && row.signed_at !== null && signature ? { row, signature, signedAt: row.signed_at } : null;
}

/** Returns the sealed paper as an attachment, and makes it if the job after the signature has not done so yet. */
async function attachPaper(ctx: MailContext, agreementId: number): Promise<Attachment> {
  const paper = await sealAgreement(ctx, agreementId);
  const name = paper?.storage_name ?? null;
  const content = name === null ? null : await ctx.files.get(ctx.tenant.id, name);
  if (!paper || !content) throw new Error(`the sealed paper of agreement ${agreementId} has gone`);
  return { fileName: paper.name, contentType: paper.content_type, content: await buffer(content) };
}

/** Maximum size of a paper that goes with a mail, in bytes. With it a mail has 10 MB, which mail servers take. */
const maxAttachedBytes = 7 * 1024 * 1024;

/**
 * Writes the signer's copy, with the sealed paper if that is not too large. Its link is made with the mail, opens this
 * one paper, and ends after a week.
 */
export const agreementSignedMail: MailWriter<{ agreementId: number }> = async (
  ctx,
  { language, agreementId, portalUrl },
) => {
  const { db, tenant, clock } = ctx;
  const signed = await findSigned(ctx, agreementId);
  if (!signed) return null;
  const { row, signature, signedAt } = signed;
  const text = (key: string, values = {}) =>
    tenantText(tenant, language, `agreementSigned.${key}`, { marina: tenant.name, type: row.type, ...values });
  const key = await makeKey(db, tenant.id, row.id, { now: clock.now(), lifeMs: mailedLinkLifeMs });
  const paper = await attachPaper(ctx, row.id);
  const isAttached = portalUrl === null || paper.content.length <= maxAttachedBytes;
  return {
    letter: plainLetter(text, {
      facts: [
        { label: text('agreement'), value: row.type },
        { label: text('signedBy'), value: signature.full_name },
        { label: text('signedOn'), value: formatInstant(signedAt, language, row.time_zone) },
      ],
      next: [text(isAttached ? 'copy' : 'copyByLink'), text('notYou')],
      action:
        portalUrl === null
          ? null
          : { label: text('action'), url: `${portalUrl}${apiBase}agreement/${row.guid}/download?key=${key}` },
    }),
    sender: siteSender(tenant, language, row, text('reason')),
    attachments: isAttached ? [paper] : [],
  };
};

/** Tells the office that an agreement was signed. It holds no link: that is for the signer alone. */
export const agreementOfficeMail: MailWriter<{ agreementId: number }> = async (ctx, { language, agreementId }) => {
  const { tenant } = ctx;
  const signed = await findSigned(ctx, agreementId);
  if (!signed) return null;
  const { row, signature, signedAt } = signed;
  const customer = titledFullName(row);
  const text = (key: string) =>
    tenantText(tenant, language, key, { marina: tenant.name, type: row.type, name: customer });
  const sender = siteSender(tenant, language, row, text('agreementOffice.reason'));
  return {
    letter: plainLetter((key) => text(`agreementOffice.${key}`), {
      facts: [
        { label: text('agreement.customer'), value: nameAndNumber(row) },
        { label: text('agreement.agreementId'), value: row.type },
        ...agreementFacts({ tenant, language, row }),
        { label: text('agreementSigned.signedBy'), value: signature.full_name },
        { label: text('agreement.email'), value: signature.email },
        { label: text('agreementSigned.signedOn'), value: formatInstant(signedAt, language, row.time_zone) },
      ],
      next: [text('agreementOffice.next')],
    }),
    sender: { ...sender, office: { ...sender.office, heading: text('contact.office') } },
    attachments: [],
  };
};

/**
 * Writes the mail whose code proves that an address is the signer's own. The code is made with the mail and is
 * nowhere else.
 */
export const agreementCodeMail: MailWriter<{ agreementId: number }> = async (
  { db, tenant, clock },
  { recipient, language, agreementId },
) => {
  const now = clock.now();
  const row = await findAgreement(db, tenant.id, { id: agreementId }, now);
  if (!row || row.signed_at !== null) return null;
  const text = (key: string) =>
    tenantText(tenant, language, `agreementCode.${key}`, { marina: tenant.name, type: row.type });
  const code = await makeEmailCode(db, tenant.id, row.id, recipient, now);
  return {
    letter: plainLetter(text, {
      figure: { label: text('code'), value: code },
      next: [text('life'), text('notYou')],
    }),
    sender: siteSender(tenant, language, row, text('reason')),
    attachments: [],
  };
};
