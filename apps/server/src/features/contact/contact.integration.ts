import type { CallArguments } from '@quayside/contract/shared/call.ts';
import {
  answerMessage as answerMessageCall,
  getMessageResource,
  listMessages,
} from '@quayside/contract/integration/messages.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { answerResource, doOnce, parsePage, presentPage } from '../integration-rows/integration-rows.exports.ts';
import { answerMessage } from './answer-message.service.ts';
import { presentListedMessage, presentMessageAnswer, presentMessageResource } from './contact.presenter.ts';
import { findMessage, pageOfMessages } from './message-answers.queries.ts';

/** The calls of the integration API about messages that customers wrote. */
export const contactIntegrationRoutes: Route[] = [
  integrationRoute(listMessages, async ({ db, tenant }, args) => {
    const page = parsePage(listMessages, args);
    return presentPage(await pageOfMessages(db, tenant.id, page, args.query), page, presentListedMessage);
  }),
  integrationRoute(getMessageResource, async (ctx, { params }) => {
    const message = await findMessage(ctx.db, ctx.tenant.id, params.number);
    if (!message) throw notFound();
    return answerResource(ctx, presentMessageResource(message));
  }),
  integrationRoute(answerMessageCall, (ctx, args) =>
    doOnce(ctx, answerMessageCall, args, (trx) => answer({ ...ctx, db: trx }, args)),
  ),
];

async function answer(
  ctx: IntegrationContext & { db: TenantDb },
  { params, body }: CallArguments<typeof answerMessageCall>,
) {
  const reply = { messageId: params.number, answer: body.answer };
  const outcome = await answerMessage(ctx.db, ctx.tenant, reply, ctx.clock.now());
  if (!outcome) throw notFound();
  const { answered, isNew } = outcome;
  const actor = { kind: 'integration', key: ctx.key.id, name: ctx.key.name } as const;
  const subject = { type: 'message', id: String(params.number) };
  const entry = { event: 'message.answered', actor, accountId: answered.account_id, subject } as const;
  if (isNew) await auditRequest(ctx, { ...entry, details: { answer: answered.id } });
  return presentMessageAnswer(answered);
}
