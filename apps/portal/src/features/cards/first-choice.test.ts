import type { BillingAddress, StoredCard } from '@quayside/contract/cards/cards.ts';
import { expect, test } from 'vitest';
import { firstAddress, firstCard } from './first-choice.ts';

const card = (id: string, hasExpired: boolean, defaultCardIndicator: boolean) =>
  ({ id, hasExpired, defaultCardIndicator }) as StoredCard;
const address = (id: string, isDefault: boolean) => ({ id, isDefault }) as BillingAddress;

test('[CARD-10] the default card is proposed, else the first; an expired one never', () => {
  expect(firstCard([card('a', false, false), card('b', false, true)])?.id).toBe('b');
  expect(firstCard([card('a', true, true), card('b', false, false)])?.id).toBe('b');
  expect(firstCard([card('a', true, true)])).toBeNull();
});

test('[CARD-10] the default address is proposed, else the first', () => {
  expect(firstAddress([address('a', false), address('b', true)])?.id).toBe('b');
  expect(firstAddress([address('a', false), address('b', false)])?.id).toBe('a');
  expect(firstAddress([])).toBeNull();
});
