import type { Account } from '@quayside/contract/account/account.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { getSignInDetails } from '@quayside/contract/identity/login-address.ts';
import { useQuery } from '@tanstack/react-query';
import { AccountForm } from '../../features/account/account-form.tsx';
import styles from '../../features/account/account.module.css';
import { useAccountForm } from '../../features/account/use-account-form.ts';
import { ConsentToggles } from '../../features/consent/consent-toggles.tsx';
import { useConsentToggles } from '../../features/consent/use-consent-toggles.ts';
import { useSlicedRender } from '../../lib/first-screen/use-sliced-render.ts';
import { useIsHere } from '../../lib/navigation/use-is-here.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useSession } from '../../lib/session/session.ts';
import { keepAccount, knownAccount, useAccountQuery } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { UnsavedChanges } from '../../ui/form/unsaved-changes.tsx';
import { LoginAddress } from '../../features/login-address/login-address.tsx';
import { ChangePassword } from '../../features/passwords/change-password.tsx';
import { callQuery } from '../../lib/queries/call-query.ts';
import { Card } from '../../ui/card.tsx';

/** The account's details and its notification preferences (ACC-1 to ACC-3). */
export function AccountEditPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('account.pageTitle')}>{t('account.intro')}</PageHeading>
      <Content />
    </>
  );
}

function Content() {
  const { t } = useTranslation();
  const account = useAccountQuery();
  const countries = useCountries();
  const isDrawn = useSlicedRender(account.data !== undefined && countries.data !== undefined);
  const failed = [account, countries].find(({ data, error }) => !data && error);
  if (failed) {
    const retry = () => Promise.all([account.refetch(), countries.refetch()]);
    return <ErrorState title={t('account.notLoaded')} error={failed.error} onRetry={retry} />;
  }
  if (!account.data || !countries.data || !isDrawn) return <LoadingSkeleton heights={[260, 260, 420]} />;
  return <Editing account={account.data.account} countries={countries.data.countries} />;
}

function Editing({ account, countries }: { account: Account; countries: readonly Country[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isAccountUser } = useSession();
  const isLeaving = useRef(false);
  const isHere = useIsHere();
  const current = () => knownAccount(account.guid) ?? account;
  const toggles = useConsentToggles(account, (consentGroups) => keepAccount({ ...current(), consentGroups }));

  const { isDirty, ...editing } = useAccountForm({ account, countries }, toggles.settle, async (saved) => {
    isLeaving.current = true;
    keepAccount(saved.account);
    showToast({ kind: 'success', message: t('account.saved') });
    for (const warning of saved.warnings) showToast({ kind: 'info', message: t(`account.warnings.${warning}`) });
    if (isHere()) await navigate({ to: '/secure/dashboard' });
  });
  return (
    <div className={styles.page}>
      <AccountForm {...editing} readOnly={!isAccountUser} />
      <div className={styles.aside}>
        {isAccountUser && <SignInSection />}
        {toggles.groups.length > 0 && (
          <div data-waits>
            <ConsentToggles toggles={toggles} disabled={!isAccountUser} />
          </div>
        )}
      </div>
      <UnsavedChanges isUnsaved={() => isDirty && !isLeaving.current} />
    </div>
  );
}

/** The settings for signing in. They are separate from the contact details. */
function SignInSection() {
  const { t } = useTranslation();
  const details = useQuery({ ...callQuery(getSignInDetails, {}), meta: { showsFailure: true } }).data;
  return (
    <Card title={t('loginAddress.section')}>
      <LoginAddress />
      {details?.hasPassword && <ChangePassword email={details.email ?? ''} />}
    </Card>
  );
}
