import { getSignInDetails, sendConfirmationAgain, type SignInDetails } from '@quayside/contract/login-address.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Disclosed } from '../../ui/disclosed.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { ChangeAddressForm } from './change-address-form.tsx';

/** The address that the signed-in user signs in with. It is not the marina's contact address (decision C5.10). */
export function LoginAddress() {
  const { t } = useTranslation();
  const query = { ...callQuery(getSignInDetails, {}), meta: { showsFailure: true } };
  const { data, error, refetch } = useQuery(query);
  if (error && !data) return <ErrorState title={t('loginAddress.notLoaded')} error={error} onRetry={refetch} />;
  if (!data) return <LoadingSkeleton heights={[64]} />;
  if (data.email === null || !data.hasPassword) return <p>{t('loginAddress.throughProvider')}</p>;
  return <Address details={data} email={data.email} />;
}

function Address({ details, email }: { details: SignInDetails; email: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const waiting = details.pendingEmail ?? (details.isConfirmed ? null : email);
  const showWaiting = async () => {
    await client.invalidateQueries({ queryKey: callQuery(getSignInDetails, {}).queryKey });
    setOpen(false);
  };
  return (
    <Disclosed
      title={t('login.email')}
      value={email}
      change={t('loginAddress.change')}
      isOpen={isOpen}
      onToggle={setOpen}
      outcome={waiting !== null && <Waiting key={waiting} email={waiting} isChange={details.pendingEmail !== null} />}
    >
      <ChangeAddressForm current={email} onSent={showWaiting} />
    </Disclosed>
  );
}

/** The address waits for its mailed link to be opened. */
function Waiting({ email, isChange }: { email: string; isChange: boolean }) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    await api(sendConfirmationAgain, {});
    setSent(true);
  };
  return (
    <Alert
      kind={isChange ? 'info' : 'warning'}
      title={t(isChange ? 'loginAddress.waiting' : 'loginAddress.unconfirmed')}
      action={
        <ActionButton variant="default" processing={t('loginAddress.sending')} onAction={send}>
          {t('loginAddress.sendAgain')}
        </ActionButton>
      }
    >
      <p>{t(isChange ? 'loginAddress.waitingText' : 'loginAddress.unconfirmedText', { email })}</p>
      {isSent && <p>{t('loginAddress.sent', { email })}</p>}
    </Alert>
  );
}
