import { useState, useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Returns false on the server, and while the browser takes over the server's HTML. Right after that it is true. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

/**
 * Reads something that only this tab knows, once for a component. It is undefined on the server, and while the browser
 * takes over the server's HTML.
 */
export function useTabValue<Value>(read: () => Value): Value | undefined {
  const isInBrowser = useInBrowser();
  const [kept, keep] = useState<{ value: Value }>();
  if (!isInBrowser || kept) return kept?.value;
  const value = read();
  keep({ value });
  return value;
}
