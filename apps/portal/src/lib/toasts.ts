import { useCallback, useState, useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'info' | 'error';

export interface Toast {
  id: number;
  kind: ToastKind;
  title?: string | undefined;
  message: string;
  /** The reference to quote to the office. */
  reference?: string | undefined;
  /** The number of times that the same text came while it was shown (decision C9.4). */
  count: number;
}

const none: readonly Toast[] = [];
let toasts = none;
let lastId = 0;
/** The regions for toasts, each with its listener: that of the page, then those of the open dialogs. */
const regions = new Map<symbol, () => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of regions.values()) listener();
}

/** Shows a text at the top of the screen for 3000 ms (SHELL-10). The same text again only raises its counter. */
export function showToast(toast: Omit<Toast, 'id' | 'count'>): void {
  const twin = toasts.find((other) => other.message === toast.message && other.title === toast.title);
  if (twin) {
    replace(toasts.map((other) => (other === twin ? { ...twin, count: twin.count + 1 } : other)));
    return;
  }
  lastId += 1;
  replace([...toasts, { ...toast, id: lastId, count: 1 }]);
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** Removes all toasts. */
export const clearToasts = (): void => replace(none);

/** Returns the toasts that a region shows, the oldest first: all of them in the newest region, none in the others. */
export function useToasts(): readonly Toast[] {
  const [region] = useState(() => Symbol('toasts'));
  const subscribe = useCallback(
    (listener: () => void) => {
      regions.set(region, listener);
      replace(toasts);
      return () => {
        regions.delete(region);
        replace(toasts);
      };
    },
    [region],
  );
  return useSyncExternalStore(
    subscribe,
    () => ([...regions.keys()].at(-1) === region ? toasts : none),
    () => none,
  );
}
