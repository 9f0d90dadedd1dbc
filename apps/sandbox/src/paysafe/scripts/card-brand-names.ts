import type { CardType } from './card-number.ts';

/** The names of card brands as `getCardBrand()` gives them. */
export const brandNames: Readonly<Record<CardType, string>> = {
  AM: 'American Express',
  DC: 'Diners Club',
  DI: 'Discover',
  JC: 'JCB',
  MC: 'MasterCard',
  MD: 'Maestro',
  VI: 'Visa',
};
