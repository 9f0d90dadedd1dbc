import type { SignOnRefusal } from '@quayside/contract/identity/sign-on.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadSignedInCustomer } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './sso-redirect.module.css';
import { useOpenRequestedPage } from './use-open-requested-page.ts';

/**
 * The return page of single sign-on. A customer continues; everybody else goes to the login page with `f`
 * (LOGIN-8).
 */
export function SsoRedirectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useOpenRequestedPage();

  useEffect(() => {
    let isLeft = false;
    const leave = (refusal?: SignOnRefusal) => {
      if (isLeft) return;
      if (refusal === undefined) void goOn();
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
