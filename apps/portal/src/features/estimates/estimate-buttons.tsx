import { type Estimate, emailEstimate, getEstimateDocument } from '@quayside/contract/orders/estimates.ts';
import { IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { useId } from 'react';
import { useAction } from '../../lib/actions/use-action.ts';
import { api, callUrl } from '../../lib/calls/api.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AnchorButton } from '../../ui/button.tsx';
import { useEmailer } from '../../ui/email-paper/use-email-paper.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import styles from './estimates.module.css';

/** The button takes clicks again this long after an e-mail was queued. */
const queuedPauseMs = 2000;

/** Buttons to view the order that an estimate became, download the estimate, and e-mail it. */
export function EstimateButtons({ estimate: { id, convertedOrderId } }: { estimate: Estimate }) {
  const { t } = useTranslation();
  const { accountGuid: guid, isAccountUser } = useSession();
  const { sent, failure, send } = useEmailEstimate(id);
  const reason = useId();
  return (
    <>
      <div className={styles.buttons}>
        {convertedOrderId !== null && (
          <LinkButton
            to="/secure/account/order/$orderId"
            params={{ orderId: String(convertedOrderId) }}
            variant="filled"
          >
            {t('estimates.viewOrder')}
          </LinkButton>
        )}
        <AnchorButton
          href={callUrl(getEstimateDocument, { params: { guid, id } })}
          target="_blank"
          rel="noopener"
          icon={<IconFileTypePdf size={20} aria-hidden="true" />}
        >
          {t('estimates.download')}
        </AnchorButton>
        <ActionButton
          variant="default"
          processing={t(sent ? 'estimates.emailSent' : 'estimates.emailSending')}
          icon={<IconMail size={20} aria-hidden="true" />}
          disabled={!isAccountUser}
          {...(!isAccountUser && { describedBy: reason })}
          onAction={send}
        >
          {t(sent ? 'estimates.emailSent' : 'estimates.email')}
        </ActionButton>
      </div>
      {!isAccountUser && (
        <p id={reason} className={styles.reason}>
          {t('staffView.onlyCustomerMails')}
        </p>
      )}
      {failure && <ErrorState title={t(failure.words.title ?? '')} error={failure.error} onRetry={send} />}
    </>
  );
}

function useEmailEstimate(id: number) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  const { sent, deliver } = useEmailer();
  const { run, failure } = useAction(() => deliver(() => api(emailEstimate, { params: { guid, id } })), {
    onDone: async () => {
      showToast({ kind: 'success', message: t('financial.emailSent') });
      await new Promise((resolve) => setTimeout(resolve, queuedPauseMs));
    },
    failures: { other: { title: 'estimates.emailFailed' } },
  });

  const send = async () => {
    if (await run()) showToast({ kind: 'error', message: t('general.error') });
  };
  return { sent, failure, send };
}
