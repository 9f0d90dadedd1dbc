import { slice } from '../../lib/storage.ts';
import type { RememberedSelection } from './selection.ts';

/** The orders that this tab has chosen to pay. */
export const remembered = slice('orders', (value): RememberedSelection | undefined => {
  const { known, chosen, showFuture, siteId } = value as Partial<RememberedSelection>;
  const isWhole = Array.isArray(known) && Array.isArray(chosen) && typeof showFuture === 'boolean';
  return isWhole ? { known, chosen, showFuture, siteId } : undefined;
});
