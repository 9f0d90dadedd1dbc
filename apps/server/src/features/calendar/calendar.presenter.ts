import { getCalendarFeed, type getCalendarLink, type makeCalendarLink } from '@quayside/contract/account/calendar.ts';
import { apiBase, callPath } from '@quayside/contract/shared/call.ts';
import type { z } from 'zod';

/** Presents an account's address without its secret. @param createdAt undefined if there is none */
export const presentLink = (createdAt: Date | undefined): z.input<typeof getCalendarLink.answer> => ({
  createdOn: createdAt?.toISOString() ?? null,
});

/** Presents a new address. DANGER: its path opens the calendar without a sign-in, and is shown only this once. */
export const presentNewLink = (token: string, createdAt: Date): z.input<typeof makeCalendarLink.answer> => ({
  path: apiBase + callPath(getCalendarFeed, { params: { token } }),
  createdOn: createdAt.toISOString(),
});
