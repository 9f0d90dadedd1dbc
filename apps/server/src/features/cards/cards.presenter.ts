import type { CardVaultProfile } from '@quayside/contract/cards.ts';
import type { VaultProfile } from '../../providers/payments/payment-provider.ts';

/** @param today at the account's site, `YYYY-MM-DD` */
export function presentProfile({ id, cards, addresses }: VaultProfile, today: string): CardVaultProfile {
  return {
    id,
    cards: cards.map((card) => ({ ...card, hasExpired: hasExpired(card.cardExpiry, today) })),
    addresses,
  };
}

/** A card is good until the last day of its month. */
export function hasExpired({ year, month }: { year: number; month: number }, today: string): boolean {
  return `${year}-${String(month).padStart(2, '0')}` < today.slice(0, 7);
}
