import { isEmailAddress, longestEmail } from '@quayside/contract/shared/common.ts';
import {
  changeLoginAddress,
  getSignInDetails,
  type SignInDetails,
  sendConfirmationAgain,
} from '@quayside/contract/identity/login-address.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { refusedProof } from '../../lib/session/recent-sign-in.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';

/** The address that the signed-in user signs in with. It is not the marina's contact address (decision C5.10). */
export function LoginAddress() {
  const { t } = useTranslation();
  const query = { ...callQuery(getSignInDetails, {}), meta: { showsFailure: true } };
  const { data, error, refetch } = useQuery(query);
  if (error && !data) return <ErrorState title={t('loginAddress.notLoaded')} error={error} onRetry={refetch} />;
  if (!data) return <LoadingSkeleton heights={[64]} />;
  if (!data.hasPassword) return <p>{t('loginAddress.throughProvider')}</p>;
  return <Address details={data} email={data.email ?? ''} />;
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
    <Disclosure
      title={t('login.email')}
      value={email}
      change={t('loginAddress.change')}
      isOpen={isOpen}
      onToggle={setOpen}
      outcome={
        waiting !== null ? (
          <Waiting key={waiting} email={waiting} isChange={details.pendingEmail !== null} />
        ) : (
          email === '' && (
            <Alert kind="warning" title={t('loginAddress.none')}>
              <p>{t('loginAddress.noneText')}</p>
            </Alert>
          )
        )
      }
    >
      <ChangeAddressForm current={email} onSent={showWaiting} />
    </Disclosure>
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

interface Values {
  email: string;
  currentPassword: string;
}

/** The new address and the password. Nothing changes until the mailed link is opened. */
function ChangeAddressForm({ current, onSent }: { current: string; onSent: () => Promise<void> }) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: { email: '', currentPassword: '' },
    validate: {
      email: (value) => {
        if (!isEmailAddress(value)) return 'login.emailInvalid';
        return value.trim().toLowerCase() === current ? 'loginAddress.same' : null;
      },
      currentPassword: typed('password.currentRequired'),
    },
  });

  const ask = ({ email, currentPassword }: Values) =>
    api(changeLoginAddress, { body: { email: email.trim(), currentPassword } });

  return (
    <Form form={form} onSubmit={ask} onDone={onSent} failures={refusedProof}>
      <EmailField
        form={form}
        name="email"
        label={t('loginAddress.new')}
        hint={t('loginAddress.hint')}
        autoComplete="email"
        maxLength={longestEmail}
        required
      />
      <PasswordField
        form={form}
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <SubmitButton processing={t('loginAddress.sending')}>{t('loginAddress.send')}</SubmitButton>
    </Form>
  );
}
