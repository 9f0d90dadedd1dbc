import type { CardVaultProfile, IneligibleCard } from '@quayside/contract/cards/cards.ts';
import type { VaultProfile } from '../../providers/payments/card-vault.ts';
import type { IneligibleCardRow } from './stored-cards/ineligible-cards.queries.ts';

/** Presents a profile. @param today at the account's site, `YYYY-MM-DD` */
export function presentProfile({ id, cards, addresses }: VaultProfile, today: string): CardVaultProfile {
  return {
    id,
    cards: inOrderOfUse(cards.map((card) => ({ ...card, hasExpired: hasExpired(card.cardExpiry, today) }))),
    addresses,
  };
}

/** Sorts cards for those who choose one: the default first, expired ones last, the others as they are. */
export function inOrderOfUse<Card extends { hasExpired: boolean; defaultCardIndicator?: boolean }>(
  cards: readonly Card[],
): Card[] {
  const rank = ({ hasExpired: isPast, defaultCardIndicator = false }: Card) =>
    isPast ? 2 : defaultCardIndicator ? 0 : 1;
  return cards.toSorted((one, other) => rank(one) - rank(other));
}

/** Tells if a card has expired. It is valid until the last day of its month. */
export function hasExpired({ year, month }: { year: number; month: number }, today: string): boolean {
  return `${year}-${String(month).padStart(2, '0')}` < today.slice(0, 7);
}

export function presentIneligibleCard(row: IneligibleCardRow): IneligibleCard {
  return {
    id: row.id,
    provider: row.provider_key,
    cardType: row.card_type,
    lastDigits: row.last_digits,
    cardExpiry: { month: row.expiry_month, year: row.expiry_year },
    holderName: row.holder_name,
    nickName: row.nick_name,
    reason: row.reason,
  };
}
