import { slice } from '../../../lib/storage.ts';

/** From where in the history a payment was opened (decision P2.31). How far the list was is in its address. */
interface OpenedPayment {
  id: number;
  /** Of the history when it was opened: page or rows, and filter. */
  search: Record<string, string>;
  /** How far its row was below the window's upper edge. */
  top: number;
}

const opened = slice('account', (value): OpenedPayment | undefined => {
  const { id, search, top } = value as Partial<OpenedPayment>;
  const isWhole = typeof id === 'number' && typeof top === 'number' && typeof search === 'object' && search !== null;
  return isWhole ? { id, search, top } : undefined;
});

/** Keeps the place of a payment's row until somebody comes back to it. */
export function rememberOpened(id: number, row: Element): void {
  const search = Object.fromEntries(new URLSearchParams(location.search));
  opened.write({ id, search, top: row.getBoundingClientRect().top });
}

/** The search with which the history shows the payment that was opened; none for another one. */
export function searchOfOpened(id: number): Record<string, string> {
  const place = opened.read();
  return place?.id === id ? place.search : {};
}

/** Puts a payment's row where it was when it was opened, once. */
export function returnToOpened(id: number, row: Element): boolean {
  const place = opened.read();
  if (place?.id !== id) return false;
  opened.clear();
  scrollTo({ top: scrollY + row.getBoundingClientRect().top - place.top, behavior: 'instant' });
  return true;
}
