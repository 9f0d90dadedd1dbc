import { addressLines } from '@quayside/contract/address-lines.ts';
import { useTranslation } from 'react-i18next';
import { useAccountQuery, useSite } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import styles from './contact.module.css';

/** Other ways to contact the office: the site's own telephone and e-mail, else the marina's (decision C2.69). */
export function OfficeDetails() {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const site = useSite();
  // The site is the account's.
  const isWaiting = useAccountQuery().isPending;
  const telephone = site?.telephone || contact.telephone;
  const email = site?.email || contact.email;
  if (isWaiting) return <LoadingSkeleton heights={[200]} />;
  return (
    <Card title={t('contactUs.office')}>
      <address className={styles.office}>
        {site && <strong>{site.name}</strong>}
        {site && addressLines(site.address).map((line) => <span key={line}>{line}</span>)}
        {telephone && <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </address>
    </Card>
  );
}
