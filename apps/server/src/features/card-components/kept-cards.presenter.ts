import type { KeptCard } from '@quayside/contract/cards/card-components.ts';
import { hasExpired } from '../cards/cards.exports.ts';
import type { KeptCardRow } from './kept-cards.queries.ts';

/** Presents a kept card. @param today at the account's site, `YYYY-MM-DD` */
export function presentKeptCard(row: KeptCardRow, today: string): KeptCard {
  const cardExpiry = { month: row.expiry_month, year: row.expiry_year };
  return {
    id: row.id,
    cardType: row.card_type,
    lastDigits: row.last_digits,
    cardExpiry,
    holderName: row.holder_name,
    nickName: row.nick_name,
    hasExpired: hasExpired(cardExpiry, today),
  };
}
