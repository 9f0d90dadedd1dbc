import { addressLines } from '@quayside/contract/account/address-lines.ts';
import type { AgreementSite } from '@quayside/contract/agreements/agreement-signing.ts';
import type { ReactNode } from 'react';
import { useMatch } from '../../lib/browser/media-query.ts';
import { AddressLine } from '../../ui/address-line.tsx';
import { BrandLogo } from '../../ui/page/brand-logo.tsx';
import { LanguageSelector } from '../../ui/page/language-selector.tsx';
import { PoweredBy } from '../../ui/page/powered-by.tsx';
import { mainId } from '../../ui/page/skip-link.tsx';
import styles from './link-layout.module.css';

interface Props {
  /** Undefined until the link's content has loaded, and if it can't be loaded. */
  site: AgreementSite | undefined;
  /** Shown above the powered-by line. */
  footer?: ReactNode;
  /** For content that needs more width than a text. */
  isWide?: boolean;
  children: ReactNode;
}

/** The layout of pages that a letter's link opens. The marina's name comes first, so that nobody suspects a fraud. */
export function LinkLayout({ site, footer, isWide = false, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <BrandLogo />
        <LanguageSelector />
        {site && <Site site={site} />}
      </header>
      <main id={mainId} tabIndex={-1} className={styles.main} data-wide={isWide || undefined}>
        {children}
      </main>
      <footer className={styles.footer} data-wide={isWide || undefined}>
        {footer}
        <PoweredBy />
      </footer>
    </div>
  );
}

/** The site's address in lines, or with commas on small screens (decision C2.50). The server draws both. */
function Site({ site: { name, address, telephone } }: { site: AgreementSite }) {
  const isSmall = useMatch('(max-width: 767.98px)');
  const lines = [name, ...addressLines(address)];
  return (
    <address className={styles.site} data-drawn={isSmall === undefined || undefined}>
      {isSmall !== true &&
        lines.map((line) => (
          <span key={line}>
            <AddressLine>{line}</AddressLine>
          </span>
        ))}
      {isSmall !== false && (
        <span className={styles.oneLine}>
          <AddressLine>{lines.join(', ')}</AddressLine>
        </span>
      )}
      {telephone && <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>}
    </address>
  );
}
