import { z } from 'zod';
import { AcceptedCards } from '../accepted-cards.ts';

const name = z.string().regex(/^[^:\s]{1,80}$/, 'no blank and no colon');
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** A site's settings of the second card provider. Holds secrets: it never leaves the server and is never logged. */
export const ClearAcceptSettings = z
  .strictObject({
    displayName: z.string().min(1),
    /** URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and every page says so. */
    inTestMode: z.boolean(),
    /** Where the provider's API answers, and where it gives out its bearer tokens. */
    apiBaseUrl: baseUrl,
    tokenBaseUrl: baseUrl,
    /** Where its browser script and frames come from. */
    scriptBaseUrl: baseUrl,
    clientId: name,
    clientSecret: z.string().min(1).max(200),
    platformId: name,
    merchantId: name,
    /** Decides the currency: each currency has an account of its own. */
    merchantAccountId: name,
    /**
     * What happens to a request that says nothing of 3-D Secure before it is confirmed. `required`: it is refused.
     * `decidedByConfirm`: it is confirmed, which decides; what is approved without it is booked, and the marina told. A
     * request that says no is never confirmed.
     */
    threeDsBeforeConfirm: z.enum(['required', 'decidedByConfirm']).default('required'),
    /** How long a call may take, in milliseconds. */
    deadlineMs: z.number().int().min(100).max(120_000).default(45_000),
    allowVaultPortal: z.boolean().default(true),
    rememberNewCardDefault: z.boolean().default(false),
    /** Empty: all. */
    acceptedCards: AcceptedCards,
    /** Empty: all. */
    supportedCountries: z.array(z.string().length(2)).default([]),
  })
  .superRefine((settings, context) => {
    for (const key of ['apiBaseUrl', 'tokenBaseUrl', 'scriptBaseUrl'] as const)
      if (!settings.inTestMode && !settings[key].startsWith('https:'))
        context.addIssue({ code: 'custom', path: [key], message: 'must be https outside test mode' });
  });
export type ClearAcceptSettings = z.output<typeof ClearAcceptSettings>;
