import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../calls/api-error.ts';
import { toastFailure } from '../errors/failures.ts';
import { isOffline } from '../browser/online.ts';

interface Meta extends Record<string, unknown> {
  /** The caller shows the failure itself, so no toast appears. */
  showsFailure?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
  }
}

/**
 * Retries once if the server could not be reached or was busy. A refusal is an answer, and after a timeout the
 * reader has waited long enough.
 */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError) || error.timedOut) return false;
  return error.isUnanswered || error.status === 503;
}

/** The cache of server state. A failure becomes a toast unless the caller shows it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // Without a connection, the page shows one notice for all, and keeps its data.
      const isRefresh = query.state.data !== undefined;
      if (!query.meta?.showsFailure && !(isRefresh && isOffline())) toastFailure(error);
    },
  }),
  defaultOptions: {
    // In this network mode, the library refreshes a page that is online again only if it is told to.
    queries: { staleTime: 30_000, retry: isWorthRetrying, networkMode: 'always', refetchOnReconnect: true },
  },
});
