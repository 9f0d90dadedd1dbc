import { confirmAddress, getSignInDetails, validateConfirmation } from '@quayside/contract/identity/login-address.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { hasCode } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { EndedLink } from '../../ui/message/ended-link.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { AuthLink } from './auth-link.tsx';
import styles from './parts.module.css';

/**
 * The page of a mail's link that confirms a sign-in address. Opening it only reads the link; the button uses it up.
 */
export function ConfirmAddressPage() {
  const { t } = useTranslation();
  const { name } = useTenant();
  const token = useLocation({ select: ({ state }) => state.confirmationToken }) ?? '';
  const [outcome, setOutcome] = useState<'confirmed' | 'invalid'>();
  const { data, error, refetch } = useQuery({
    ...callQuery(validateConfirmation, { params: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsFailure: true },
  });

  const confirming = { token, onOutcome: setOutcome, onRefused: refetch };
  if (outcome === 'confirmed') return <Confirmed />;
  if (token === '' || outcome === 'invalid' || hasCode(error, 'INVALID_TOKEN')) return <Invalid />;
  return (
    <>
      <PageHeading title={t('confirmAddress.title')}>
        {data && t(data.isChange ? 'confirmAddress.change' : 'confirmAddress.own', { email: data.email, name })}
      </PageHeading>
      {error && <ErrorState title={t('general.pageFailed')} error={error} onRetry={refetch} />}
      {!error && !data && <LoadingSkeleton heights={[76, 44]} />}
      {data && (data.needsPassword ? <ConfirmByPassword {...confirming} /> : <Confirm {...confirming} />)}
    </>
  );
}

interface ConfirmProps {
  token: string;
  onOutcome: (outcome: 'confirmed' | 'invalid') => void;
  /** Asks again if the reader is signed in: the session may have ended meanwhile. */
  onRefused: () => unknown;
}

function useConfirm({ token, onOutcome }: ConfirmProps) {
  const client = useQueryClient();
  const confirm = async (body: { password?: string }) => {
    await api(confirmAddress, { body: { token, ...body } });
    await client.invalidateQueries({ queryKey: callQuery(getSignInDetails, {}).queryKey });
  };
  const onDone = () => onOutcome('confirmed');
  return { confirm, onDone, failures: { INVALID_TOKEN: () => onOutcome('invalid') } };
}

function Confirm(props: ConfirmProps) {
  const { t } = useTranslation();
  const { confirm, onDone, failures } = useConfirm(props);
  const { run, failure } = useAction(confirm, { onDone, failures: { ...failures, WRONG_PASSWORD: props.onRefused } });

  return (
    <div className={styles.parts}>
      <FailureAlert failure={failure} />
      <ActionButton processing={t('confirmAddress.confirming')} onAction={() => run({})} fullWidth>
        {t('confirmAddress.confirm')}
      </ActionButton>
    </div>
  );
}

/** Asks a reader who is not signed in for the password: by a typing mistake, the mail may have gone to a stranger. */
function ConfirmByPassword(props: ConfirmProps) {
  const { t } = useTranslation();
  const { confirm, onDone, failures } = useConfirm(props);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: typed('login.passwordRequired') },
  });

  return (
    <>
      <Form
        form={form}
        onSubmit={confirm}
        onDone={onDone}
        failures={{ ...failures, WRONG_PASSWORD: { fields: { password: 'signOn.wrongPassword' } } }}
      >
        <PasswordField
          form={form}
          name="password"
          label={t('login.password')}
          hint={t('confirmAddress.passwordHint')}
          autoComplete="current-password"
          required
        />
        <SubmitButton processing={t('confirmAddress.confirming')} fullWidth>
          {t('confirmAddress.confirm')}
        </SubmitButton>
      </Form>
      <AuthLink to="/forgotten-password">{t('login.forgottenPassword')}</AuthLink>
    </>
  );
}

/** Its own heading takes the focus, because the button with the focus is gone. */
function Confirmed() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('confirmAddress.title')} />
      <Alert
        kind="success"
        title={t('confirmAddress.done')}
        action={
          <LinkButton to="/login" variant="filled">
            {t('confirmAddress.toPortal')}
          </LinkButton>
        }
      >
        {t('confirmAddress.doneHelp')}
      </Alert>
    </>
  );
}

function Invalid() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('confirmAddress.title')} />
      <EndedLink action={<LinkButton to="/login">{t('confirmAddress.toPortal')}</LinkButton>}>
        {t('confirmAddress.invalidHelp')}
      </EndedLink>
    </>
  );
}
