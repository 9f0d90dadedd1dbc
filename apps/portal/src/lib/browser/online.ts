import { useSyncExternalStore } from 'react';

/** Returns true if the device reports no connection. With a connection, the server may still be unreachable. */
export const isOffline = (): boolean => !navigator.onLine;

/** Returns true while the device reports no connection, and renders again when that changes. */
export const useIsOffline = (): boolean => useSyncExternalStore(follow, isOffline, () => false);

function follow(tell: () => void): () => void {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}
