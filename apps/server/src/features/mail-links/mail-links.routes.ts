import { openMailLink, sendNewMailLink } from '@quayside/contract/identity/mail-links.ts';
import { keyRoute, publicRoute, type Route } from '../../http/route.ts';
import { mailNewLink, newLinkLimits, openLink } from './mail-links.service.ts';

export const mailLinkRoutes: readonly Route[] = [
  keyRoute(openMailLink, (ctx, { params }) => openLink(ctx, params)),
  publicRoute(
    sendNewMailLink,
    async (ctx, { params }) => {
      await mailNewLink(ctx, params);
      return { done: true as const };
    },
    newLinkLimits,
  ),
];
