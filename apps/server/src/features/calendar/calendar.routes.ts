import {
  downloadCalendar,
  getCalendarFeed,
  getCalendarLink,
  makeCalendarLink,
  revokeCalendarLink,
} from '@quayside/contract/calendar.ts';
import { accountRoute, keyRoute, type Route } from '../../http/route.ts';
import { calendarFile, linksOfAccount, makeLink, openFeed, revokeLink, showLink } from './calendar.service.ts';

export const calendarRoutes = (originOf: (host: string) => string): Route[] => [
  accountRoute(downloadCalendar, (ctx) => calendarFile(ctx, originOf)),
  accountRoute(getCalendarLink, (ctx) => showLink(ctx)),
  accountRoute(makeCalendarLink, (ctx) => makeLink(ctx), [linksOfAccount]),
  accountRoute(revokeCalendarLink, async (ctx) => {
    await revokeLink(ctx);
    return { done: true as const };
  }),
  keyRoute(getCalendarFeed, (ctx, { params }) => openFeed(ctx, params.token, originOf)),
];
