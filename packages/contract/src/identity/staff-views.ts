import { z } from 'zod';
import { call } from '../shared/call.ts';
import { SessionAnswer } from './identity.ts';
import type { FileErrors } from '../shared/shared-errors.ts';

/**
 * Uses up the link that the marina's operator made and opens the customer's portal for half an hour, read-only. The
 * browser's previous session ends. Error: INVALID_TOKEN.
 */
export const openStaffView = call({
  name: 'openStaffView',
  summary: "View a customer's portal as the marina's staff",
  method: 'POST',
  path: 'staff-view',
  access: 'key:staff-link',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  answer: SessionAnswer,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    openStaffView: ['INVALID_TOKEN'],
  },
} as const satisfies FileErrors;
