import type { Tenant } from '../../http/context.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailContent, MailWriter } from '../mail/mail.exports.ts';
import { lastProblem } from './deliveries.queries.ts';
import { type EndpointRow, listEndpoints } from './endpoints.queries.ts';

type Notice = MailWriter<{ webhookEndpointId: number }>;

/** Tells the office that an endpoint of its programs has failed for hours. Null if it works again. */
export const webhookFailingMail: Notice = async ({ db, tenant }, { language, webhookEndpointId }) => {
  const endpoint = (await listEndpoints(db, tenant.id)).find(({ id }) => id === webhookEndpointId);
  if (!endpoint || endpoint.failing_since === null || endpoint.off_reason !== null) return null;
  const answer = await lastProblem(db, tenant.id, endpoint.id);
  return writeNotice(tenant, language, endpoint, { section: 'webhookFailing', answer, next: ['next', 'later'] });
};

/** Tells the office that an endpoint of its programs was switched off. */
export const webhookOffMail: Notice = async ({ db, tenant }, { language, webhookEndpointId }) => {
  const endpoint = (await listEndpoints(db, tenant.id)).find(({ id }) => id === webhookEndpointId);
  return endpoint ? writeNotice(tenant, language, endpoint, { section: 'webhookOff', next: ['next', 'kept'] }) : null;
};

function writeNotice(
  tenant: Tenant,
  language: string,
  endpoint: EndpointRow,
  { section, answer = '', next }: { section: string; answer?: string; next: readonly string[] },
): MailContent {
  const words = (name: string) => (key: string) =>
    tenantText(tenant, language, `${name}.${key}`, { marina: tenant.name });
  const [own, common] = [words(section), words('webhookOff')];
  return {
    letter: plainLetter(own, {
      facts: [
        { label: common('endpoint'), value: endpoint.reference },
        { label: common('address'), value: endpoint.url },
        ...(answer === '' ? [] : [{ label: own('answer'), value: answer }]),
      ],
      next: next.map(own),
    }),
    sender: marinaSender(tenant, language, common('reason')),
    attachments: [],
  };
}
