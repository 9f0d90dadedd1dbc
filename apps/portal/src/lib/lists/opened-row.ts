import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { tabSlice } from '../browser/tab-storage.ts';
import { isFollowedHere } from '../first-screen/early-actions.ts';
import { useTabValue } from '../first-screen/in-browser.ts';

/** The row of a list that the reader has opened (decision P2.31). The list's position and filter are in its address. */
export interface OpenedRow {
  /** The path of the page that the row's link has opened. */
  page: string;
  /** The path of the list. */
  list: string;
  /** The search of the list at that moment: page or rows, filter, words and order. */
  search: Record<string, string>;
  /** The distance of the link from the window's upper edge, in px. */
  top: number;
  /** The place of the list in the tab's history. Null if its own link leads back there. */
  entry: number | null;
}

const opened = tabSlice('account', (value): OpenedRow | undefined => {
  const { page, list, search, top, entry } = value as Partial<OpenedRow>;
  const isWhole = typeof page === 'string' && typeof list === 'string' && typeof top === 'number';
  return isWhole && search !== null && typeof search === 'object' && (entry === null || typeof entry === 'number')
    ? { page, list, search, top, entry }
    : undefined;
});

/** The router counts the entries of the tab's history. */
const currentEntry = (): number => Number((history.state as { __TSR_index?: number } | null)?.__TSR_index);

/**
 * Notes which row of a list is opened. A reader who comes back, by the browser's Back or the page's own link, finds it
 * in the same place, with the focus on it.
 * @param rows changes when other rows are shown
 * @returns the list's `onClickCapture`
 */
export function useOpenedRow(list: RefObject<HTMLElement | null>, rows: unknown): (event: MouseEvent) => void {
  // The reader is still here, or has not got away.
  const isOpening = useRef(false);
  useEffect(() => {
    if (list.current && !isOpening.current) returnToOpened(list.current);
  }, [list, rows]);
  return (event) => {
    isOpening.current ||= noteOpened(event);
  };
}

/** @returns false if the click opens no page in this window */
function noteOpened(event: MouseEvent): boolean {
  const { target } = event;
  const link = target instanceof Element && isFollowedHere(event.nativeEvent) ? target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return false;
  opened.write({
    page: link.pathname,
    list: location.pathname,
    search: Object.fromEntries(new URLSearchParams(location.search)),
    top: link.getBoundingClientRect().top,
    entry: currentEntry(),
  });
  return true;
}

/** Scrolls the opened row back to its earlier place, once. */
function returnToOpened(list: HTMLElement): void {
  const place = opened.read();
  if (place?.list !== location.pathname || (place.entry !== null && place.entry !== currentEntry())) return;
  // The server draws a list twice, and the styles hide one of them.
  const isShown = (link: HTMLAnchorElement) => link.pathname === place.page && link.getClientRects().length > 0;
  const link = [...list.querySelectorAll('a')].find(isShown);
  if (!link) return;
  opened.clear();
  scrollTo({ top: scrollY + link.getBoundingClientRect().top - place.top, behavior: 'instant' });
  link.focus({ preventScroll: true });
}

/** Returns the row of this list that has opened the current page. Undefined if the reader came from elsewhere. */
export function useOpenedFrom(list: string): OpenedRow | undefined {
  const place = useTabValue(() => {
    const row = opened.read();
    return row?.page === location.pathname ? row : null;
  });
  return place?.list.endsWith(list) ? place : undefined;
}

/** Lets the list return to its opened row, although a new entry of the history leads there. */
export const returnByLink = (row: OpenedRow): void => opened.write({ ...row, entry: null });
