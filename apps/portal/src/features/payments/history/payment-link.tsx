import type { PaymentSummary } from '@quayside/contract/payment-history.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { rowLink } from '../../../ui/table/row-actions.tsx';
import { slice } from '../../../lib/browser/tab-storage.ts';

/** Opens a payment of the history. A reader who comes back finds its row in the same place, with the focus on it. */
export function PaymentLink({ payment: { id, reference } }: { payment: PaymentSummary }) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    if (link.current && returnToOpened(id, link.current)) link.current.focus({ preventScroll: true });
  }, [id]);

  return (
    <Link
      ref={link}
      to="/secure/account/payment/$paymentId"
      params={{ paymentId: String(id) }}
      className={rowLink}
      data-opens-row
      aria-label={t('payments.viewOf', { reference })}
      onClick={() => link.current && rememberOpened(id, link.current)}
    >
      {t('payments.view')}
    </Link>
  );
}

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
function rememberOpened(id: number, row: Element): void {
  const search = Object.fromEntries(new URLSearchParams(location.search));
  opened.write({ id, search, top: row.getBoundingClientRect().top });
}

/** Returns the search of the history that shows the opened payment. Empty for another payment. */
export function searchOfOpened(id: number): Record<string, string> {
  const place = opened.read();
  return place?.id === id ? place.search : {};
}

/** Scrolls a payment's row back to its earlier place, once. */
function returnToOpened(id: number, row: Element): boolean {
  const place = opened.read();
  // The server draws a list twice, and the styles hide one of them.
  if (place?.id !== id || row.getClientRects().length === 0) return false;
  opened.clear();
  scrollTo({ top: scrollY + row.getBoundingClientRect().top - place.top, behavior: 'instant' });
  return true;
}
