import type { ReactNode } from 'react';
import { BankFormPage, BankReturnPage } from '../../features/payments/checkout/checkout.exports.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { mainId } from '../../ui/page/skip-link.tsx';
import styles from './three-d-s.module.css';

/** The page on the way to the bank's page (3-D Secure 1). */
export const ThreeDSPage = () => (
  <Page>
    <BankFormPage />
  </Page>
);

/** The page on the way back. */
export const ThreeDSCallbackPage = () => (
  <Page>
    <BankReturnPage />
  </Page>
);

function Page({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <main id={mainId} tabIndex={-1} className={styles.page}>
      <PageHeading title={t('cards.bankPageTitle')} />
      {children}
    </main>
  );
}
