import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { failureMessage, referenceOf } from '../../../lib/errors/failures.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { readBasket } from '../basket.ts';
import type { CheckoutProblem } from './checkout-problem.ts';
import styles from './notices.module.css';
import { saysNothingCharged } from './nothing-charged.ts';

interface Props {
  problem: Exclude<CheckoutProblem, { kind: 'broken' }>;
  /** True if the payment was on a page of the provider. Then the text doesn't mention a card. */
  isOnPage?: boolean;
  onContinue: (merchantRefNumber: string) => unknown;
  onCancelOther: (merchantRefNumber: string) => unknown;
}

/** Tells the problem, that no money was taken, and the next step. It takes the focus. */
export function CheckoutProblemAlert(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { problem } = props;
  useEffect(() => box.current?.focus(), [problem]);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Explanation {...props} />
    </div>
  );
}

/** Shows the reference that the customer quotes. The marina finds the report by it. */
function Reference({ of: { reference } }: { of: { reference: string | undefined } }) {
  const { t } = useTranslation();
  return reference === undefined ? null : <p>{t('general.reference', { reference })}</p>;
}

function Explanation({ problem, isOnPage = false, onContinue, onCancelOther }: Props): ReactNode {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const nothingTaken = <p>{t(isOnPage ? 'payments.nothingCharged' : 'payments.nothingTaken')}</p>;
  switch (problem.kind) {
    case 'card':
      return (
        <Alert kind="error" title={t('cards.paysafeError', { message: t(`cards.scriptErrors.${problem.reason}`) })}>
          {nothingTaken}
          <Reference of={problem} />
        </Alert>
      );
    case 'start':
      return (
        <Alert kind="error" title={t('payments.bankCheckFailed')}>
          <p>{t(`cards.scriptErrors.${problem.reason}`)}</p>
          {nothingTaken}
          <Reference of={problem} />
        </Alert>
      );
    case 'challenge':
      return (
        <Alert kind="error" title={t('payments.bankCheckInterrupted')}>
          {/* The other reasons speak of the card's details, which the provider has accepted by then. */}
          <p>{t(problem.reason === 'connection' ? 'cards.scriptErrors.connection' : 'payments.tryAnotherCard')}</p>
          {nothingTaken}
          <Reference of={problem} />
        </Alert>
      );
    case 'notAuthenticated':
      return (
        <Alert kind="error" title={problem.reason ?? t('cards.authenticationFailed')}>
          {/* A reason says what to do by itself. */}
          {problem.reason === null && <p>{t('payments.tryAnotherCard')}</p>}
          {nothingTaken}
        </Alert>
      );
    case 'wallet':
      return (
        <Alert kind="error" title={t('payments.wallets.failed', { wallet: problem.wallet })}>
          <p>{t('payments.wallets.failedHint')}</p>
          <p>{t('payments.nothingCharged')}</p>
          <Reference of={problem} />
        </Alert>
      );
    case 'inDoubt':
      return (
        <Alert kind="warning" title={t('payments.wallets.inDoubt')}>
          <p>{t('payments.wallets.inDoubtHint')}</p>
        </Alert>
      );
    case 'amountChanged': {
      // A page of the orders has the choice of the part itself, and begins with all of it again.
      const basket = isOnPage ? undefined : readBasket();
      const due = { amount: amount(problem.amount) };
      return (
        <Alert kind="warning" title={t(basket?.part ? 'payments.dueChanged' : 'payments.amountChanged', due)}>
          <p>
            {basket?.part
              ? t('payments.dueChangedHint', { part: amount(basket.amount) })
              : t('payments.amountChangedHint')}
          </p>
        </Alert>
      );
    }
    case 'inProgress':
      return <InProgress problem={problem} onContinue={onContinue} onCancelOther={onCancelOther} />;
    case 'failed':
      return (
        <Alert kind="error" title={failureMessage(problem.error)}>
          {!(problem.error instanceof ApiError && saysNothingCharged(problem.error.code)) && nothingTaken}
          {referenceOf(problem.error) && <p>{t('general.reference', { reference: referenceOf(problem.error) })}</p>}
        </Alert>
      );
  }
}

/**
 * Another attempt holds these orders (decision P4.8). The person who started it can continue it. They and the owner
 * can cancel it.
 */
function InProgress({
  problem: { merchantRefNumber: reference, mayContinue, heldUntil },
  onContinue,
  onCancelOther,
}: { problem: Extract<CheckoutProblem, { kind: 'inProgress' }> } & Omit<Props, 'problem' | 'isOnPage'>) {
  const { t } = useTranslation();
  const { time } = useFormat();
  if (reference === null) {
    return (
      <Alert kind="warning" title={t('payments.inProgress')}>
        <p>
          {heldUntil === null
            ? t('payments.inProgressElsewhere')
            : t('payments.held.elsewhereHint', {
                time: time(heldUntil, Intl.DateTimeFormat().resolvedOptions().timeZone),
              })}
        </p>
      </Alert>
    );
  }
  return (
    <Alert
      kind="warning"
      title={t('payments.inProgress')}
      action={
        <div className={styles.actions}>
          {mayContinue && (
            <ActionButton processing={t('payments.opening')} onAction={() => onContinue(reference)}>
              {t('payments.continueThat')}
            </ActionButton>
          )}
          <ActionButton
            variant="default"
            processing={t('payments.cancelling')}
            onAction={() => onCancelOther(reference)}
          >
            {t('payments.cancelThat')}
          </ActionButton>
        </div>
      }
    >
      <p>{t('payments.inProgressHint')}</p>
    </Alert>
  );
}
