import { Outlet } from '@tanstack/react-router';
import { useTenant } from '../../lib/tenant.ts';
import { BrandLogo } from '../../ui/page/brand-logo.tsx';
import { LanguageSelector } from '../../ui/page/language-selector.tsx';
import { PoweredBy } from '../../ui/page/powered-by.tsx';
import { mainId } from '../../ui/page/skip-link.tsx';
import { WaterPattern } from '../../ui/page/water-pattern.tsx';
import styles from './layout.module.css';

/** The layout of public pages (SHELL-2): a narrow column beside the marina's picture or the water pattern. */
export function AuthLayout() {
  const { backgroundImage } = useTenant();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <BrandLogo />
        <LanguageSelector />
      </header>
      <div className={styles.picture}>
        {backgroundImage ? <img src={backgroundImage} alt="" className={styles.photo} /> : <WaterPattern />}
      </div>
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <div className={styles.column}>
          <Outlet />
        </div>
      </main>
      <footer className={styles.footer}>
        <PoweredBy />
      </footer>
    </div>
  );
}
