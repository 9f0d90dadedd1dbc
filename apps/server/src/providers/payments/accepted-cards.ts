import { z } from 'zod';

/** The card brands that a provider's settings can name: by its codes, or by the names of the networks. */
const codes = [
  ...['AM', 'DC', 'DI', 'JC', 'MC', 'MD', 'PL', 'SO', 'VD', 'VE', 'VI'],
  ...['AMEX', 'DINERS', 'DISCOVER', 'INTERAC', 'JCB', 'MAESTRO', 'MASTERCARD', 'VISA'],
] as const;

/** The brands that a marina takes, in upper case; empty: all. A slip of the pen is refused where it is set. */
export const AcceptedCards = z
  .array(
    z
      .string()
      .transform((code) => code.toUpperCase())
      .pipe(z.enum(codes)),
  )
  .default([]);
