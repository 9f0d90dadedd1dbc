import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSlicedRender } from '../../lib/first-screen/use-sliced-render.ts';
import { ErrorState } from '../message/error-state.tsx';
import { LoadingSkeleton } from './loading-skeleton.tsx';

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** The message of a failure, such as "Your orders could not be loaded". */
  failed: string;
  /** The heights of the coming layout, in px, top to bottom. */
  skeleton: readonly number[];
  children: (data: T) => ReactNode;
}

/**
 * Shows the answer of a query. Before that, a skeleton, or the error with another try. Known data stays if a
 * refresh fails.
 */
export function Loaded<T>({ query: { data, error, refetch }, failed, skeleton, children }: LoadedProps<T>) {
  const isDrawn = useSlicedRender(data !== undefined);
  if (isDrawn && data !== undefined) return children(data);
  if (error) return <ErrorState title={failed} error={error} onRetry={refetch} />;
  return <LoadingSkeleton heights={skeleton} />;
}
