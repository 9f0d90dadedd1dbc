import { z } from 'zod';
import { text } from '../http/text.ts';
import { isKnownLength, passesLuhn } from './scripts/card-number.ts';

// The parts of a card that providers share. Objects are strict: an unknown field is refused.

export const CardExpiry = z.strictObject({
  month: z.number().int().min(1).max(12),
  year: z.number().int().min(1900).max(9999),
});

export const CardNumber = z
  .string()
  .regex(/^\d{8,20}$/, 'Digits only expected')
  .refine(passesLuhn, 'Luhn checksum failed')
  .refine(isKnownLength, 'Wrong length for this card type');

export const SecurityCode = z.string().regex(/^\d{3,4}$/, 'Three or four digits expected');
export const HolderName = text(160);
export const Country = z.string().regex(/^[A-Z]{2}$/, 'Two-letter country code expected');

export const BillingAddress = z.strictObject({
  street: text(50).optional(),
  street2: text(50).optional(),
  city: text(40).optional(),
  state: text(40).optional(),
  country: Country,
  zip: text(10).optional(),
  phone: text(40).optional(),
});
export type BillingAddress = z.output<typeof BillingAddress>;
