import { useTenant } from '../../lib/tenant.ts';
import styles from './brand-logo.module.css';

/** The marina's own logo, or its name if it has none. */
export function BrandLogo() {
  const { logo, name } = useTenant();
  if (!logo) return <span className={styles.name}>{name}</span>;
  return <img className={styles.logo} src={logo} alt={name} height={36} />;
}
