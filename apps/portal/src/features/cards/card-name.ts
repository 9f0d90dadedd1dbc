import type { StoredCard } from '@quayside/contract/cards.ts';
import type { TFunction } from 'i18next';
import { issuerOf } from './issuers.ts';

/** Returns the name of a card for use in a sentence: `Visa ending 1000 (Boat card)`. */
export function cardName(card: Pick<StoredCard, 'cardType' | 'lastDigits' | 'nickName'>, t: TFunction): string {
  const brand = issuerOf(card.cardType)?.label ?? t('cards.otherBrand');
  const name = `${brand} ${t('cards.ending', { digits: card.lastDigits })}`;
  return card.nickName ? `${name} (${card.nickName})` : name;
}
