import { useTenant } from '../../../lib/tenant.ts';
import { PoweredBy } from '../../../ui/page/powered-by.tsx';
import styles from './footer.module.css';

/** The office's contact details and the portal's operator. */
export function Footer() {
  const { name, contact } = useTenant();
  return (
    <footer className={styles.footer}>
      <p>
        {name} · <a href={`tel:${contact.telephone.replaceAll(/[^+\d]/g, '')}`}>{contact.telephone}</a> ·{' '}
        <a href={`mailto:${contact.email}`}>{contact.email}</a>
      </p>
      <PoweredBy />
    </footer>
  );
}
