import { IconChevronLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { returnByLink, useOpenedFrom } from '../../lib/lists/opened-row.ts';
import styles from './back-link.module.css';

/** The look of a link back above what is read. */
export function BackAnchor({ children, ...anchor }: React.AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...anchor} className={styles.back}>
      <IconChevronLeft size={20} aria-hidden="true" />
      {children}
    </a>
  );
}

export const BackLink = createLink(BackAnchor);

type List =
  | '/secure/account/order-history'
  | '/secure/account/payment-history'
  | '/secure/agreements'
  | '/secure/estimates'
  | '/secure/orders/outstanding';

/**
 * The link back to a list, above a page's heading. A reader who came from the list finds it with the same page, filter,
 * search, order and scroll position (decision P2.31).
 */
export function BackToList({ to, children }: { to: List; children: string }) {
  const row = useOpenedFrom(to);
  return (
    <BackLink
      to={to}
      // Each list reads its own search, without invalid values.
      search={(row?.search ?? {}) as never}
      resetScroll={row === undefined}
      onClick={() => row && returnByLink(row)}
    >
      {children}
    </BackLink>
  );
}
