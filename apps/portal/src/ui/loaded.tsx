import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useArrival } from '../lib/arrival.ts';
import { ErrorState } from './error-state.tsx';
import { LoadingSkeleton } from './loading-skeleton.tsx';

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** What was not possible, where it fails, such as "Your orders could not be loaded". */
  failed: string;
  /** Of the layout that is coming, in px, top to bottom. */
  skeleton: readonly number[];
  children: (data: T) => ReactNode;
}

/** What a query answers; until then its layout, or why not with another try. What is known stays when asking again fails. */
export function Loaded<T>({ query: { data, error, refetch }, failed, skeleton, children }: LoadedProps<T>) {
  const isDrawn = useArrival(data !== undefined);
  if (isDrawn && data !== undefined) return children(data);
  if (error) return <ErrorState title={failed} error={error} onRetry={refetch} />;
  return <LoadingSkeleton heights={skeleton} />;
}
