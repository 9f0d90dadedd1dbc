/**
 * The slices of state that survive a reload (decision C9.8). They hold ids, filters, steps, language and
 * the names of apps, never sign-in or card data.
 */
export type SliceName =
  | 'account'
  | 'auth'
  | 'basket'
  | 'dashboard'
  | 'microApps'
  | 'orders'
  | 'quickPay'
  | 'setupFailure'
  | 'tenant';

export interface Slice<T> {
  /** The stored value. Undefined if there is none or if it has another shape. */
  read: () => T | undefined;
  write: (value: T) => void;
  clear: () => void;
}

const prefix = 'quayside.';
/** The keys that end with the sign-out. The tab's marina and the names of its apps are neither secret nor personal. */
const endsWithSession = /^quayside\.(?!(tenant|microApps)$)/;

/**
 * One slice of this tab's storage. Any script or user can write there, so `parse` checks the value: it returns the
 * value, or undefined.
 */
export function tabSlice<T>(name: SliceName, parse: (value: unknown) => T | undefined): Slice<T> {
  const key = prefix + name;
  return {
    read: () => {
      try {
        // No shape is null, so that a missing value is none.
        return parse(JSON.parse(tabStorage()?.getItem(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    write: (value) => tabStorage()?.setItem(key, JSON.stringify(value)),
    clear: () => tabStorage()?.removeItem(key),
  };
}

/**
 * Returns this tab's storage. Undefined if the browser refuses to keep data of this site, as when it blocks all
 * cookies, and on the server: Node has a storage too, which would keep one reader's values for the next.
 */
export function tabStorage(): Storage | undefined {
  try {
    return import.meta.env.SSR ? undefined : sessionStorage;
  } catch {
    return undefined;
  }
}

/** Clears everything that a person left in this tab. */
export function clearSlices(): void {
  for (const key of Object.keys(tabStorage() ?? {})) {
    if (endsWithSession.test(key)) tabStorage()?.removeItem(key);
  }
}
