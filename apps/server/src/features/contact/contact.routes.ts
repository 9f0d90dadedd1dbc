import { contactUs } from '@quayside/contract/contact.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { sendContactMessage } from './contact.service.ts';

export const contactRoutes: readonly Route[] = [
  accountRoute(contactUs, async (ctx, { body }) => {
    await sendContactMessage(ctx, body.message);
    return { done: true as const };
  }),
];
