import type { CardType } from '../../cards/scripts/card-number.ts';

/** The names of card brands that `getCardBrand()` returns. */
export const brandNames: Readonly<Record<CardType, string>> = {
  AM: 'American Express',
  DC: 'Diners Club',
  DI: 'Discover',
  JC: 'JCB',
  MC: 'MasterCard',
  MD: 'Maestro',
  VI: 'Visa',
};
