import { useSyncExternalStore } from 'react';

/** Returns true if the device reports no connection. With a connection, the server may still be unreachable. */
export const isOffline = (): boolean => !navigator.onLine;

/** Returns true while the device reports no connection, and renders again when that changes. */
export const useIsOffline = (): boolean => useSyncExternalStore(followConnection, isOffline, () => false);

/** Calls `tell` when the device loses or gets its connection. @returns the function that ends it */
export function followConnection(tell: () => void): () => void {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}
