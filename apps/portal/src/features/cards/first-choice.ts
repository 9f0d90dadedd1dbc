import type { BillingAddress, StoredCard } from '@quayside/contract/cards/cards.ts';

/** Returns the card that is selected first: the default, else the first that has not expired (decision P3.6). */
export function firstCard(cards: readonly StoredCard[]): StoredCard | null {
  const valid = cards.filter(({ hasExpired }) => !hasExpired);
  return valid.find(({ defaultCardIndicator }) => defaultCardIndicator) ?? valid[0] ?? null;
}

/** Returns the address that is selected first: the default, else the first. */
export function firstAddress(addresses: readonly BillingAddress[]): BillingAddress | null {
  return addresses.find(({ isDefault }) => isDefault) ?? addresses[0] ?? null;
}
