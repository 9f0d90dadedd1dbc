import { isOffline } from './online.ts';

/** Waits until the device reports a connection. A file of its own, because few pages need it. */
export async function connected(): Promise<void> {
  if (isOffline()) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}
