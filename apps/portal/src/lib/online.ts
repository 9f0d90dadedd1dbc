import { useSyncExternalStore } from 'react';

/** Says that this device knows of no connection. A connection says nothing of the server. */
export const isOffline = (): boolean => !navigator.onLine;

/** The same, followed. */
export const useIsOffline = (): boolean => useSyncExternalStore(follow, isOffline);

function follow(tell: () => void): () => void {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}
