import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, Guid } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

/** Maximum number of characters. The portal cuts longer texts. */
export const clientErrorLimits = { type: 100, message: 1_000, stack: 8_000, page: 120 } as const;

/** Passes an error of the portal on to the error-reporting service, without anything that could identify a person. */
export const reportClientError = call({
  name: 'reportClientError',
  summary: 'Report an error of the portal',
  method: 'POST',
  path: 'client-errors',
  access: 'public',
  maxBytes: 32 * 1024,
  body: z.strictObject({
    /** The reference that the page showed the customer. */
    reference: Guid,
    type: z.string().max(clientErrorLimits.type),
    message: z.string().max(clientErrorLimits.message),
    stack: z.string().max(clientErrorLimits.stack),
    /** The route's pattern, such as `/consent-management/$accountGuid`, and never a real address. */
    page: z
      .string()
      .regex(/^(\/([a-z${}-]+|404)?)*$/i)
      .max(clientErrorLimits.page),
  }),
  answer: Done,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    reportClientError: limited,
  },
} as const satisfies FileErrors;
