import { z } from 'zod';
import { deadlineSetting } from '../deadline.ts';

const word = z.string().regex(/^[^:\s]{1,200}$/, 'no blank and no colon');

/** A site's settings of PayPal. They hold secrets: they never leave the server and are never logged. */
export const PaypalSettings = z
  .strictObject({
    displayName: z.string().min(1).default('PayPal'),
    /** A URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and checkout, confirmation and receipt say so. */
    inTestMode: z.boolean(),
    /** The address of the provider's API. */
    apiBaseUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    clientId: word,
    clientSecret: z.string().min(1).max(200),
    /** The provider's name of the webhook to which it sends events; null: it sends none. */
    webhookId: word.nullable().default(null),
    /** The time limit of a call, in milliseconds. */
    deadlineMs: deadlineSetting(30_000),
  })
  .refine((settings) => settings.inTestMode || settings.apiBaseUrl.startsWith('https:'), {
    path: ['apiBaseUrl'],
    message: 'must be https outside test mode',
  });
export type PaypalSettings = z.output<typeof PaypalSettings>;
