import type { CallArguments } from '@quayside/contract/shared/call.ts';
import { sendAgreement, type SentAgreement } from '@quayside/contract/integration/agreements.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { recordEvents } from '../events/events.service.ts';
import { doOnce, lockResource } from '../integration-rows/integration-rows.exports.ts';
import { mailLink } from '../mail-links/mail-links.service.ts';
import { portalUrl, siteDay } from '../tenant/tenant.exports.ts';
import { recordAgreementEvents } from './agreement-events.service.ts';
import { cleanDeclaration, isBlank, UnusableDeclaration } from './declaration/clean-declaration.rules.ts';
import { declarationHash } from './declaration/declarations.service.ts';
import { makeAgreement } from './new-agreement.service.ts';
import { findSentAgreement, findSigner, type SentAgreementRow } from './send-agreement.queries.ts';

type AgreementRequest = CallArguments<typeof sendAgreement>['body'];
type Sent = z.input<typeof SentAgreement>;

/**
 * The calls of the integration API about agreements.
 * @param originOf returns the portal's origin at a host, for a tenant without a fixed `rootUrl`
 */
export const agreementIntegrationRoutes = (originOf: (host: string) => string): Route[] => [
  integrationRoute(sendAgreement, (ctx, args) =>
    doOnce(ctx, sendAgreement, args, (trx) => send({ ...ctx, db: trx }, args.body, originOf)),
  ),
];

async function send(
  ctx: IntegrationContext & { db: TenantDb },
  request: AgreementRequest,
  originOf: (host: string) => string,
): Promise<Sent> {
  const { db: trx, tenant, clock, key } = ctx;
  if ((await portalUrl(trx, tenant, originOf)) === null)
    throw new CallError('FEATURE_DISABLED', { values: { permission: 'hosts' } });
  await lockResource(trx, tenant.id, `agreements ${request.reference}`);
  const signer = await findSigner(trx, tenant.id, request.account, request.site);
  if (!signer) throw refused('account', 'is no open account of the marina');
  if (signer.site_id === null) throw refused('site', 'is no site of the marina');
  if (signer.email === '') throw new CallError('NO_ACCOUNT_EMAIL');
  const now = clock.now();
  refuseWrongDays(request, siteDay(now, signer.time_zone));
  const hash = hashOf(request.declaration);
  const earlier = await findSentAgreement(trx, tenant.id, request.reference);
  if (earlier) return sameAs(earlier, { ...request, hash }, signer.site_id, signer.email);
  const { reference, type, declaration: html, startsOn, endsOn, signBy } = request;
  const place = { accountId: signer.account_id, siteId: signer.site_id };
  const agreement = { ...place, reference, type, html, startsOn, endsOn, signBy };
  const { id } = await makeAgreement(trx, tenant.id, agreement, now);
  const mailed = await mailLink(trx, tenant, { agreementId: id }, now);
  if (mailed === 'no-address') throw new CallError('NO_ACCOUNT_EMAIL');
  const made = await findSentAgreement(trx, tenant.id, request.reference);
  if (!made) throw new Error(`agreement ${id} was made and is not there`);
  const object = present(made, mailed.recipient);
  await recordAgreementEvents(trx, tenant, now);
  await recordEvents(trx, tenant.id, [{ type: 'agreement.sent', reference: request.reference, object }], now);
  const actor = { kind: 'integration', key: key.id, name: key.name } as const;
  const subject = { type: 'agreement', id: String(id) };
  await auditRequest(ctx, { event: 'agreement.sent', actor, accountId: signer.account_id, subject });
  return object;
}

/** @throws CallError INVALID_REQUEST for a text that can't be shown safely, or that has nothing to read */
function hashOf(declaration: string): Buffer {
  try {
    if (isBlank(cleanDeclaration(declaration))) throw wrong('declaration', 'has nothing to read');
    return declarationHash(declaration);
  } catch (error) {
    if (error instanceof UnusableDeclaration) throw wrong('declaration', error.message);
    throw error;
  }
}

/** Refuses days that no signer could keep. @param today the day at the site */
function refuseWrongDays({ startsOn, endsOn, signBy }: AgreementRequest, today: string): void {
  if (endsOn !== null && startsOn !== null && endsOn < startsOn) throw wrong('endsOn', 'is before startsOn');
  if (signBy !== null && signBy < today) throw wrong('signBy', 'is over');
}

/**
 * Answers an agreement that was sent before.
 * @throws CallError ROW_REFUSED if it was withdrawn, or differs from the request
 */
function sameAs(
  row: SentAgreementRow,
  request: AgreementRequest & { hash: Buffer },
  siteId: number,
  recipient: string,
): Sent {
  if (row.withdrawn_at !== null) throw refused('reference', 'was withdrawn: send it under another reference');
  const stored = [row.account, row.site_id, row.type, row.start_date, row.end_date, row.sign_by];
  const wanted = [request.account, siteId, request.type, request.startsOn, request.endsOn, request.signBy];
  if (JSON.stringify(stored) !== JSON.stringify(wanted) || row.declaration_hash?.equals(request.hash) !== true)
    throw refused('reference', 'is the reference of another agreement');
  return present(row, recipient);
}

const present = (row: SentAgreementRow, mailedTo: string): Sent => ({
  reference: row.reference,
  number: row.id,
  account: row.account,
  accountNumber: row.account_id,
  site: row.site_id,
  type: row.type,
  startsOn: row.start_date,
  endsOn: row.end_date,
  signBy: row.sign_by,
  sentAt: row.created_at.toISOString(),
  mailedTo,
});

/** Returns the refusal of a value that nothing stored could make right. */
const wrong = (fieldName: string, message: string) => refused(fieldName, message, 'INVALID_REQUEST');

const refused = (fieldName: string, message: string, code: 'INVALID_REQUEST' | 'ROW_REFUSED' = 'ROW_REFUSED') =>
  new CallError(code, {
    fields: [{ errorCode: 'refused', fieldName, message }],
    values: { field: fieldName },
  });
