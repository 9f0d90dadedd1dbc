import { z } from 'zod';

const word = z.string().regex(/^[^:\s]{1,200}$/, 'no blank and no colon');

/** A site's settings of PayPal. Holds secrets: it never leaves the server and is never logged. */
export const PaypalSettings = z
  .strictObject({
    displayName: z.string().min(1).default('PayPal'),
    /** URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and every page says so. */
    inTestMode: z.boolean(),
    /** Where the provider's API answers. */
    apiBaseUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    clientId: word,
    clientSecret: z.string().min(1).max(200),
    /** The provider's name of the address that it tells us at; null: it tells us nothing. */
    webhookId: word.nullable().default(null),
    /** How long a call may take, in milliseconds. */
    deadlineMs: z.number().int().min(100).max(120_000).default(30_000),
  })
  .refine((settings) => settings.inTestMode || settings.apiBaseUrl.startsWith('https:'), {
    path: ['apiBaseUrl'],
    message: 'must be https outside test mode',
  });
export type PaypalSettings = z.output<typeof PaypalSettings>;
