import { z } from 'zod';
import {
  type DocumentDetails,
  listUndecidedDocuments,
  type Reviewed,
  reviewDocument,
} from '../../../features/documents/documents.exports.ts';
import { siteDay } from '../../../features/tenant/tenant.exports.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

export const DocumentNumber = z.coerce
  .number()
  .int()
  .positive()
  .max(2_147_483_647)
  .meta({ description: 'the document, by its number in the mail to the office', value: 'number' });

const reason = z.string().trim().max(1_000);

/** The most documents that the list prints. */
const mostListed = 200;

/** Lists the documents that wait for a decision of the office. */
export const listDocuments = command({
  name: 'document list',
  summary: 'List the documents that customers handed in and that nobody has accepted or rejected yet.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: key }) {
    const tenant = await findTenant(ctx, key);
    const found = await listUndecidedDocuments(ctx.database.forTenant(tenant.id), tenant.id, mostListed + 1);
    const { defaultLanguage } = tenant.settings.culture;
    for (const document of found.slice(0, mostListed)) ctx.say(lineOf(document, defaultLanguage));
    if (found.length > mostListed) ctx.say(`There are more than ${mostListed}. These are the oldest.`);
    if (found.length === 0) ctx.say('No document waits for a decision.');
  },
});

/** Returns a document as a line for the operator. */
export function lineOf(document: DocumentDetails, language: string): string {
  const { id, account, account_id, firstname, lastname, type_names, boat_name, name, expires_on } = document;
  const type = type_names[language] ?? Object.values(type_names)[0] ?? '';
  const customer = [firstname, lastname].filter((each) => each !== '').join(' ');
  const cells = [
    String(id),
    siteDay(document.ready_at, document.time_zone),
    `${customer} (${account ?? account_id})`,
    boat_name === null ? type : `${type}, ${boat_name}`,
    name,
    expires_on === null ? '' : `until ${expires_on}`,
  ];
  return cells.filter((cell) => cell !== '').join('  ');
}

/** Accepts a document that a customer handed in. */
export const acceptDocument = command({
  name: 'document accept',
  summary: 'Accept a document that a customer handed in, and tell them by e-mail.',
  positions: ['document'],
  options: z.strictObject({
    document: DocumentNumber,
    tenant: TenantKey,
    reason: reason.default('').meta({ description: 'your words to the customer, if you have any', value: 'text' }),
  }),
  run: (ctx, { tenant, document, reason: words }) => decide(ctx, tenant, document, { isAccepted: true, reason: words }),
});

/** Rejects a document that a customer handed in. */
export const rejectDocument = command({
  name: 'document reject',
  summary: 'Reject a document that a customer handed in, and ask them for another one by e-mail. The file is kept.',
  positions: ['document'],
  options: z.strictObject({
    document: DocumentNumber,
    tenant: TenantKey,
    reason: reason.min(1, 'has to say why').meta({ description: 'why, as the customer reads it', value: 'text' }),
  }),
  run: (ctx, { tenant, document, reason: words }) =>
    decide(ctx, tenant, document, { isAccepted: false, reason: words }),
});

async function decide(
  ctx: OperatorContext,
  key: string,
  documentId: number,
  { isAccepted, reason: words }: { isAccepted: boolean; reason: string },
): Promise<void> {
  const tenant = await findTenant(ctx, key);
  const now = ctx.clock.now();
  const reviewed = await ctx.database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (trx) => {
      const result = await reviewDocument(trx, tenant, { documentId, isAccepted, reason: words }, now);
      if (result.refusal !== null) throw new OperatorError(refusals[result.refusal](documentId, tenant.name));
      const { document, accountId, isNew } = result;
      const event = isAccepted ? 'document.accept' : 'document.reject';
      const subject = { type: 'document', id: String(documentId) };
      if (isNew)
        await auditOperator(trx, tenant.id, now, { event, accountId, subject, details: { version: document.version } });
      return result;
    });
  const { isNew, mailedTo } = reviewed;
  ctx.say(`Document ${documentId} ${isNew ? 'is' : 'was already'} ${isAccepted ? 'accepted' : 'rejected'}.`);
  if (isNew) ctx.say(mailedTo === null ? 'The customer has no e-mail address.' : `An e-mail goes to ${mailedTo}.`);
}

const refusals = {
  'not-found': (id, marina) => `${marina} has no document ${id}.`,
  'no-file': (id) => `Document ${id} has no file: it is on paper at the office, or was kept long enough.`,
  replaced: (id) => `Another document counts in place of document ${id}. Nothing has changed.`,
} as const satisfies Record<NonNullable<Reviewed['refusal']>, (id: number, marina: string) => string>;
