import type { SignOnRefusal } from '@quayside/contract/sign-on.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSignedInCustomer } from '../../lib/session.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './sso-redirect.module.css';
import { useGoOn } from './use-go-on.ts';

/** Where single sign-on comes back to: a customer goes on, anybody else to login with `f` (LOGIN-8). */
export function SsoRedirectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();

  useEffect(() => {
    let isLeft = false;
    const leave = (refusal?: SignOnRefusal) => {
      if (isLeft) return;
      if (refusal === undefined) goOn();
      else void navigate({ to: '/login', search: { f: refusal }, replace: true });
    };
    void loadSignedInCustomer().then(
      (isCustomer) => leave(isCustomer ? undefined : 'refused'),
      () => leave('expired'),
    );
    return () => {
      isLeft = true;
    };
  }, [navigate, goOn]);

  return (
    <div className={styles.redirecting}>
      <Spinner />
      <PageHeading title={t('signOn.redirecting')} />
    </div>
  );
}
