import { IconChevronLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import styles from './back-link.module.css';

function BackAnchor({ children, ...anchor }: React.AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...anchor} className={styles.back}>
      <IconChevronLeft size={20} aria-hidden="true" />
      {children}
    </a>
  );
}

/** The link back to the previous page, above a page's heading. */
export const BackLink = createLink(BackAnchor);
