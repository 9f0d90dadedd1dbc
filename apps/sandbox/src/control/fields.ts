import { z } from 'zod';

/** A name that stands before a colon in credentials. */
export const key = z.string().regex(/^[^:\s]{1,80}$/, 'No blank and no colon');

/** The answer to an account that no wire knows. */
export const unknownAccount = { message: 'No merchant has this account, and no client this name.' };

export const secret = z.string().min(1).max(200);

/** A name that people read. */
export const name = z.string().trim().min(1).max(80);

/** A marina's name, with a default for those that tests make. */
export const nameOfMarina = name.default('A marina under test');

/** The address for a merchant's events; null: it wants none. */
export const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .default(null);
