import { createLink } from '@tanstack/react-router';
import styles from './auth-link.module.css';

function QuietAnchor(anchor: React.AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: React.Ref<HTMLAnchorElement> }) {
  return (
    <p className={styles.line}>
      <a {...anchor}>{anchor.children}</a>
    </p>
  );
}

/** The link back, under a public form. */
export const AuthLink = createLink(QuietAnchor);
