import { z } from 'zod';

const tenantId = z.int().positive();

/**
 * The payload of each task. A payload holds ids and nothing else: it is stored in plain tables without a tenant,
 * and a failing job may be printed.
 */
export const jobPayloads = {
  'send-mail': z.strictObject({ tenantId, mailId: z.int().positive() }),
  'look-at-payment': z.strictObject({ tenantId, providerEventId: z.int().positive() }),
  'store-invoice': z.strictObject({ tenantId, orderId: z.int().positive() }),
  'seal-agreement': z.strictObject({ tenantId, agreementId: z.int().positive() }),
};

export type TaskName = keyof typeof jobPayloads;
export type JobPayload<Name extends TaskName> = z.output<(typeof jobPayloads)[Name]>;
