import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../../../lib/calls/api-error.ts';
import { startAfresh } from '../basket-attempt.ts';
import { type Basket, readBasket } from '../basket.ts';
import { giveUpEarlierAttempt } from './attempt.ts';

/**
 * Settles an attempt of the basket that a reload or a lost connection left behind, before the basket is paid again.
 * If it moved no money it is cancelled; if it did, it is found. Checks once, when the page opens.
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
    /** True if the basket can be paid. */
    isFree: reference === null || query.data === 'free',
    /** The reference of the attempt that has a result, or may have one. */
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
