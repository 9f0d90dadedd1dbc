import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, Guid, Instant } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

const shared = { access: 'account', accountIn: 'params.guid' } as const;
const OfAccount = z.object({ guid: Guid });

/** The account's stays and the due dates of its unpaid orders as iCalendar (RFC 5545), all of whole days. */
export const downloadCalendar = call({
  name: 'downloadCalendar',
  summary: "Download the account's stays and due dates as a calendar file",
  method: 'GET',
  path: 'portal/account/:guid/calendar',
  ...shared,
  params: OfAccount,
  answer: { contentType: 'text/calendar' },
});

export const getCalendarLink = call({
  name: 'getCalendarLink',
  summary: 'Get the time when the calendar address was made',
  method: 'GET',
  path: 'portal/account/:guid/calendar-link',
  ...shared,
  params: OfAccount,
  /** Null if there is no address. The address itself is shown only when it is made. */
  answer: z.object({ createdOn: Instant.nullable() }),
});

/**
 * Makes a secret address from which calendars read the same file without a session. An earlier address stops working.
 * Errors: TOO_MANY_REQUESTS after 10 an hour; CALENDAR_LINK_CHANGED if the address is another than the caller knows.
 */
export const makeCalendarLink = call({
  name: 'makeCalendarLink',
  summary: 'Make a secret address that calendars can subscribe to',
  method: 'POST',
  path: 'portal/account/:guid/calendar-link',
  ...shared,
  params: OfAccount,
  /**
   * `known` is the `createdOn` of the address that the caller knows, or `none`. Left out: any earlier address is
   * replaced, as pages of an earlier version do.
   */
  query: z.strictObject({ known: z.union([z.literal('none'), Instant]).optional() }),
  /** The path of the address at the portal's own host. */
  answer: z.object({ path: z.string(), createdOn: Instant }),
});

export const revokeCalendarLink = call({
  name: 'revokeCalendarLink',
  summary: 'Revoke the calendar address',
  method: 'DELETE',
  path: 'portal/account/:guid/calendar-link',
  ...shared,
  params: OfAccount,
  answer: Done,
});

/** Errors: NOT_FOUND for a wrong or revoked address; TOO_MANY_REQUESTS after many wrong ones. */
export const getCalendarFeed = call({
  name: 'getCalendarFeed',
  summary: 'Read the calendar at its secret address',
  method: 'GET',
  path: 'portal/calendar/:token',
  access: 'key:calendar',
  params: z.object({ token: z.string().min(1).max(100) }),
  answer: { contentType: 'text/calendar' },
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    CALENDAR_LINK_CHANGED: 409,
  },
  calls: {
    makeCalendarLink: ['CALENDAR_LINK_CHANGED', ...limited],
    getCalendarFeed: ['NOT_FOUND', ...limited],
  },
} as const satisfies FileErrors;
