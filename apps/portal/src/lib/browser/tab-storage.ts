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
/** These keys survive the sign-out. The tab's marina and the names of its apps are neither secret nor personal. */
const keptOnSignOut: ReadonlySet<string> = new Set([`${prefix}tenant`, `${prefix}microApps`]);

/**
 * One slice of this tab's storage. Any script or user can write there, so `parse` checks the value: it returns the
 * value, or undefined.
 */
export function slice<T>(name: SliceName, parse: (value: unknown) => T | undefined): Slice<T> {
  const key = prefix + name;
  return {
    read: () => {
      const text = hasTab() ? sessionStorage.getItem(key) : null;
      if (text === null) return undefined;
      try {
        return parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write: (value) => {
      if (hasTab()) sessionStorage.setItem(key, JSON.stringify(value));
    },
    clear: () => {
      if (hasTab()) sessionStorage.removeItem(key);
    },
  };
}

/** The server draws for all readers. Node has a storage too, which would keep one reader's values for the next. */
const hasTab = () => !import.meta.env.SSR;

/** Clears everything that a person left in this tab. */
export function clearSlices(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && !keptOnSignOut.has(key)) sessionStorage.removeItem(key);
  }
}
