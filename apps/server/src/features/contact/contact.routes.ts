import { contactUs, listContactMessages } from '@quayside/contract/account/contact.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { presentContactMessage } from './contact.presenter.ts';
import { messagesOfAccount } from './message-answers.queries.ts';
import { contactLimit, sendContactMessage } from './contact.service.ts';

export const contactRoutes: readonly Route[] = [
  accountRoute(
    contactUs,
    async (ctx, { body }) => {
      await sendContactMessage(ctx, body.message);
      return { done: true as const };
    },
    [contactLimit],
  ),
  accountRoute(listContactMessages, async ({ db, tenant, account }) => ({
    items: (await messagesOfAccount(db, tenant.id, account.id)).map(presentContactMessage),
  })),
];
