import { slice } from '../../../lib/storage.ts';

/** The place in the history where a payment was opened (decision P2.31). The list's position is in its address. */
interface OpenedPayment {
  id: number;
  /** The search of the history at that moment: page or rows, and filter. */
  search: Record<string, string>;
  /** The distance of its row from the window's upper edge, in px. */
  top: number;
}

const opened = slice('account', (value): OpenedPayment | undefined => {
  const { id, search, top } = value as Partial<OpenedPayment>;
  const isWhole = typeof id === 'number' && typeof top === 'number' && typeof search === 'object' && search !== null;
  return isWhole ? { id, search, top } : undefined;
});

/** Stores the place of a payment's row until the reader comes back. */
export function rememberOpened(id: number, row: Element): void {
  const search = Object.fromEntries(new URLSearchParams(location.search));
  opened.write({ id, search, top: row.getBoundingClientRect().top });
}

/** Returns the search of the history that shows the opened payment. Empty for another payment. */
export function searchOfOpened(id: number): Record<string, string> {
  const place = opened.read();
  return place?.id === id ? place.search : {};
}

/** Scrolls a payment's row back to its earlier place, once. */
export function returnToOpened(id: number, row: Element): boolean {
  const place = opened.read();
  if (place?.id !== id) return false;
  opened.clear();
  scrollTo({ top: scrollY + row.getBoundingClientRect().top - place.top, behavior: 'instant' });
  return true;
}
