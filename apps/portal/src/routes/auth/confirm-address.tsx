import { confirmAddress, getSignInDetails, validateConfirmation } from '@quayside/contract/login-address.ts';
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
import { ErrorState } from '../../ui/message/error-state.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
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

  if (outcome === 'confirmed') return <Confirmed />;
  if (token === '' || outcome === 'invalid' || hasCode(error, 'INVALID_TOKEN')) return <Invalid />;
  return (
    <>
      <PageHeading title={t('confirmAddress.title')}>
        {data && t(data.isChange ? 'confirmAddress.change' : 'confirmAddress.own', { email: data.email, name })}
      </PageHeading>
      {error && <ErrorState title={t('general.pageFailed')} error={error} onRetry={refetch} />}
      {!error && !data && <LoadingSkeleton heights={[76, 44]} />}
      {data && <Confirm token={token} onOutcome={setOutcome} />}
    </>
  );
}

interface ConfirmProps {
  token: string;
  onOutcome: (outcome: 'confirmed' | 'invalid') => void;
}

function Confirm({ token, onOutcome }: ConfirmProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const confirm = async () => {
    await api(confirmAddress, { body: { token } });
    await client.invalidateQueries({ queryKey: callQuery(getSignInDetails, {}).queryKey });
  };
  const { run, failure } = useAction(confirm, {
    onDone: () => onOutcome('confirmed'),
    failures: { INVALID_TOKEN: () => onOutcome('invalid') },
  });

  return (
    <div className={styles.parts}>
      <FailureAlert failure={failure} />
      <ActionButton processing={t('confirmAddress.confirming')} onAction={run} fullWidth>
        {t('confirmAddress.confirm')}
      </ActionButton>
    </div>
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

/** The link is unknown, used, replaced or too old. The page does not tell which. */
function Invalid() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('confirmAddress.title')} />
      <Alert
        kind="error"
        title={t('password.invalidToken')}
        action={<LinkButton to="/login">{t('confirmAddress.toPortal')}</LinkButton>}
      >
        {t('confirmAddress.invalidHelp')}
      </Alert>
    </>
  );
}
