import { z } from 'zod';

/** The card brands that a provider's settings can name: by its codes, or by the networks' names. */
const codes = [
  'AM',
  'DC',
  'DI',
  'JC',
  'MC',
  'MD',
  'PL',
  'SO',
  'VD',
  'VE',
  'VI',
  'AMEX',
  'DINERS',
  'DISCOVER',
  'INTERAC',
  'JCB',
  'MAESTRO',
  'MASTERCARD',
  'VISA',
] as const;

/** The brands that a marina accepts, in upper case; empty: all. A misspelt one is refused when it is set. */
export const AcceptedCards = z
  .array(
    z
      .string()
      .transform((code) => code.toUpperCase())
      .pipe(z.enum(codes)),
  )
  .default([]);
