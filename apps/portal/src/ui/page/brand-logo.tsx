import { useTenant } from '../../lib/tenant.ts';
import styles from './brand-logo.module.css';

/** The marina's own logo, or its name if it has none. */
export function BrandLogo() {
  const { logo, logoSize, name } = useTenant();
  if (!logo) return <span className={styles.name}>{name}</span>;
  const width = logoSize ? (36 * logoSize.width) / logoSize.height : undefined;
  return <img className={styles.logo} src={logo} alt={name} width={width} height={36} />;
}
