import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { nameFault } from '../lib/errors/unhandled-errors.ts';
import { useTranslation } from '../lib/texts/texts.ts';
import { BrandLogo } from '../ui/page/brand-logo.tsx';
import { ErrorState } from '../ui/message/error-state.tsx';
import { PageHeading } from '../ui/page/page-heading.tsx';
import { mainId } from '../ui/page/skip-link.tsx';
import styles from './page-failure.module.css';

/** Shown instead of a page that failed. The layout around it stays. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  nameFault(error);
  return (
    <>
      <PageHeading title={t('general.pageFailed')} />
      <ErrorState error={error} onRetry={retry} />
    </>
  );
}

/** Shows the failure of a page without a layout: a guard failed before there was one. */
export function BarePageFailure(props: ErrorComponentProps) {
  return (
    <div className={styles.page}>
      <header>
        <BrandLogo />
      </header>
      <main id={mainId} tabIndex={-1}>
        <PageFailure {...props} />
      </main>
    </div>
  );
}
