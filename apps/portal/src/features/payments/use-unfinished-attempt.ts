import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { type Basket, readBasket, startAfresh } from './basket.ts';
import { giveUpEarlierAttempt } from './card-payment.ts';

/**
 * Settles what a reload or a lost connection left behind of the basket before it is paid again: an attempt that moved
 * no money is given up, one that did is found. Looks once, when the page opens.
 */
export function useUnfinishedAttempt() {
  const [reference] = useState(() => readBasket()?.merchantRefNumber ?? null);
  const query = useQuery({
    queryKey: ['unfinishedAttempt', reference],
    queryFn: () => settle(readBasket()),
    enabled: reference !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { showsFailure: true },
  });
  return {
    /** The basket is free to be paid. */
    isFree: reference === null || query.data === 'free',
    /** The reference of the attempt that has come to something, or may have. */
    found: query.data === 'found' ? reference : null,
    error: query.error,
    retry: query.refetch,
  };
}

async function settle(basket: Basket | undefined): Promise<'free' | 'found'> {
  if (!basket) return 'free';
  try {
    return 'end' in (await giveUpEarlierAttempt(basket)) ? 'found' : 'free';
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
    startAfresh(basket);
    return 'free';
  }
}
