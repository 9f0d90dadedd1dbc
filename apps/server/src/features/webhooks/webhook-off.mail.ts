import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { listEndpoints } from './endpoints.queries.ts';

/** Tells the office that an endpoint of its programs was switched off. */
export const webhookOffMail: MailWriter<{ webhookEndpointId: number }> = async (
  { db, tenant },
  { language, webhookEndpointId },
) => {
  const endpoint = (await listEndpoints(db, tenant.id)).find(({ id }) => id === webhookEndpointId);
  if (!endpoint) return null;
  const text = (key: string) => tenantText(tenant, language, `webhookOff.${key}`, { marina: tenant.name });
  return {
    letter: plainLetter(text, {
      facts: [
        { label: text('endpoint'), value: endpoint.reference },
        { label: text('address'), value: endpoint.url },
      ],
      next: [text('next'), text('kept')],
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
