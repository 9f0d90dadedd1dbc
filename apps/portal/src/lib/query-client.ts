import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { toastFailure } from './failures.ts';
import { isOffline } from './online.ts';

interface Meta extends Record<string, unknown> {
  /** Whoever asked shows the failure itself: no toast. */
  showsFailure?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Meta;
  }
}

/** One more try where nobody could be reached or the server was busy; a refusal is an answer, and a minute long enough. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError) || error.timedOut) return false;
  return error.status === 0 || error.status === 503;
}

/** The cache of server state. Every failure that its asker does not show becomes a toast. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // Without a connection the page says so once, and what it has stays.
      const isRefresh = query.state.data !== undefined;
      if (!query.meta?.showsFailure && !(isRefresh && isOffline())) toastFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.showsFailure) toastFailure(error);
    },
  }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
