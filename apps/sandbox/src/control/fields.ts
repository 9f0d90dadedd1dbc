import { z } from 'zod';

/** By what somebody is known: it stands in credentials, before a colon. */
export const key = z.string().regex(/^[^:\s]{1,80}$/, 'No blank and no colon');

/** A merchant's account at the card vault provider is a number. */
export const accountId = z.string().regex(/^\d{1,15}$/, 'Digits only');

export const secret = z.string().min(1).max(200);

/** What people read. */
export const name = z.string().trim().min(1).max(80);

/** What they read of whoever is no more than a test's. */
export const nameOfMarina = name.default('A marina under test');

/** Where a merchant wants to be told what happens; null: nowhere. */
export const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .default(null);
