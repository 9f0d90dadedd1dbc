import { formatDay } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import type { Tenant } from '../../http/context.ts';
import { titledFullName } from '../account/account.exports.ts';
import { plainLetter, siteSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { type DocumentDetails, findDocumentDetails, listDocumentDetails } from './document-details.queries.ts';
import { textOf } from './documents.presenter.ts';

/** The most uploads that one mail names. */
const mostNamed = 30;

/** Names the type of a document, and its boat if it has one. */
function placeOf(tenant: Tenant, language: string, { type_names, boat_name }: DocumentDetails): string {
  const type = textOf(type_names, { reader: language, tenant: tenant.settings.culture.defaultLanguage });
  return boat_name === null ? type : `${type}, ${boat_name}`;
}

/** Tells the customer what the office decided on a document. Null if the office decided otherwise meanwhile. */
export const documentReviewMail: MailWriter<{ documentId: number }> = async (
  { db, tenant },
  { recipient, language, documentId, portalUrl },
) => {
  const facts = await findDocumentDetails(db, tenant.id, documentId);
  if (!facts || facts.review === null || facts.email !== recipient) return null;
  const { review, review_reason: reason } = facts;
  const values = { marina: tenant.name, type: placeOf(tenant, language, facts), reason };
  const text = (key: string) => tenantText(tenant, language, `documentReview.${key}`, values);
  return {
    letter: plainLetter((key) => text(`${review}.${key}`), {
      facts: [
        { label: text('document'), value: values.type },
        { label: text('file'), value: facts.name },
      ],
      notice: reason === '' ? null : text('reason'),
      next: [text(`${review}.next`)],
      action: portalUrl === null ? null : { label: text(`${review}.action`), url: `${portalUrl}/secure/documents` },
    }),
    sender: siteSender(tenant, language, facts, text('why')),
    attachments: [],
  };
};

/** Tells the office of the documents that customers handed in and that still count. */
export const documentsOfficeMail: MailWriter<{ documentIds: number[] }> = async (
  { db, tenant },
  { language, documentIds },
) => {
  const handedIn = (await listDocumentDetails(db, tenant.id, documentIds)).filter(
    ({ superseded_at, review }) => superseded_at === null && review === null,
  );
  const [first] = handedIn;
  if (!first) return null;
  const values = { marina: tenant.name, count: handedIn.length };
  const text = (key: string, more = {}) =>
    tenantText(tenant, language, `documentsOffice.${key}`, { ...values, ...more });
  const sender = siteSender(tenant, language, first, text('reason'));
  const facts = handedIn.slice(0, mostNamed).map((document) => ({
    label: text('number', { number: document.id }),
    value: factOf(tenant, language, document, (day) => text('until', { day })),
  }));
  const unnamed = handedIn.length - facts.length;
  return {
    letter: plainLetter(text, {
      facts,
      next: [...(unnamed > 0 ? [text('more', { more: unnamed })] : []), text('next')],
    }),
    sender: {
      ...sender,
      office: { ...sender.office, heading: tenantText(tenant, language, 'contact.office') },
    },
    attachments: [],
  };
};

/** Returns, for example, "Mrs Robin Test (C-1001), Proof of insurance, Avocet, valid until 16 May 2027". */
function factOf(tenant: Tenant, language: string, document: DocumentDetails, until: (day: string) => string): string {
  const customer = `${titledFullName(document)} (${document.account ?? document.account_id})`;
  const day = document.expires_on === null ? [] : [until(formatDay(document.expires_on, language))];
  return [customer, placeOf(tenant, language, document), ...day].join(', ');
}
