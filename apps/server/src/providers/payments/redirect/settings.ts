import { z } from 'zod';
import type { CustomerField } from '../provider-pages.ts';

const word = z.string().regex(/^[^.:\s]{1,80}$/, 'no blank, colon or dot');
const secret = z.string().min(1).max(200);
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const customerFields = [
  ...(['firstname', 'lastname', 'email', 'phone', 'mobile'] as const),
  ...(['address1', 'town', 'postcode', 'countryCode'] as const),
] as const satisfies readonly CustomerField[];

/** A site's settings of a provider with a page of its own. Holds secrets: it never leaves the server and is never logged. */
export const RedirectSettings = z
  .strictObject({
    displayName: z.string().min(1),
    /** URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and every page says so. */
    inTestMode: z.boolean(),
    /** Where the provider's API answers. */
    apiBaseUrl: baseUrl,
    merchantId: word,
    secretKey: word,
    /** What the provider's events are signed with. */
    webhookSecret: secret,
    /** How long a call may take, in milliseconds. */
    deadlineMs: z.number().int().min(100).max(120_000).default(15_000),
    /** Whether customers pay in a window beside the portal, or in its place. */
    flow: z.enum(['window', 'redirect']).default('window'),
    /** Off: after a refusal the provider's page lets its customer try again, and sends nobody back. */
    redirectsOnError: z.boolean().default(true),
    /** Off: nothing but time ends a page of this provider, so it is asked for the shortest life. */
    closesPages: z.boolean().default(true),
    /** The shortest life of a page that the provider allows, in minutes. */
    shortestPageMinutes: z.number().int().min(1).max(15).default(5),
    /** What the provider wants to know of every customer. */
    requiredFields: z.array(z.enum(customerFields)).default([]),
  })
  .refine((settings) => settings.inTestMode || settings.apiBaseUrl.startsWith('https:'), {
    path: ['apiBaseUrl'],
    message: 'must be https outside test mode',
  });
export type RedirectSettings = z.output<typeof RedirectSettings>;
