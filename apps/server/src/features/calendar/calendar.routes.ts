import {
  downloadCalendar,
  getCalendarFeed,
  getCalendarLink,
  makeCalendarLink,
  revokeCalendarLink,
} from '@quayside/contract/account/calendar.ts';
import { accountRoute, keyRoute, type Route } from '../../http/route.ts';
import { presentLink, presentNewLink } from './calendar.presenter.ts';
import { findLink } from './calendar.queries.ts';
import { calendarFile, linksOfAccount, makeLink, openFeed, revokeLink } from './calendar.service.ts';

export const calendarRoutes = (originOf: (host: string) => string): Route[] => [
  accountRoute(downloadCalendar, (ctx) => calendarFile(ctx, originOf)),
  accountRoute(getCalendarLink, async ({ db, tenant, account }) => {
    const link = await findLink(db, tenant.id, account.id);
    return presentLink(link?.created_at);
  }),
  accountRoute(
    makeCalendarLink,
    async (ctx, { query: { known } }) => {
      const { token, createdAt } = await makeLink(ctx, known);
      return presentNewLink(token, createdAt);
    },
    [linksOfAccount],
  ),
  accountRoute(revokeCalendarLink, async (ctx) => {
    await revokeLink(ctx);
    return { done: true as const };
  }),
  keyRoute(getCalendarFeed, (ctx, { params }) => openFeed(ctx, params.token, originOf)),
];
