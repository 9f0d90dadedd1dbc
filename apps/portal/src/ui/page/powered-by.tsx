import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './powered-by.module.css';

/** The small line that names the portal's operator (decision C1.3). Hidden if the tenant names none. */
export function PoweredBy() {
  const { t } = useTranslation();
  const { brand } = useTenant();
  if (!brand.title) return null;
  return (
    <a className={styles.brand} href={brand.url || undefined} target="_blank" rel="noopener noreferrer">
      <span>{t('footer.poweredBy')}</span>
      {brand.logo ? <img src={brand.logo} alt={brand.title} height={20} /> : <strong>{brand.title}</strong>}
    </a>
  );
}
