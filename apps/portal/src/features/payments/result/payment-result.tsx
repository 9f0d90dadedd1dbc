import { type ReactNode, useEffect } from 'react';
import { useAccount, useSite } from '../../../lib/account/account.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PaymentConfirmation, type ConfirmationContext } from './payment-confirmation.tsx';
import { PaymentFailure } from './payment-failure.tsx';
import { type ResultPage, resultPageOf } from '../payment-places.ts';
import { usePayment } from './use-payment.ts';
import { useSettledBasket } from './use-settled-basket.ts';
import { UnknownPayment, WaitingForPayment } from './waiting-for-payment.tsx';

interface Props {
  merchantRefNum: string;
  page: ResultPage;
  /** The payment belongs on the other page, for example because a lost answer has arrived after all. */
  onOtherPage: (page: ResultPage) => void;
}

interface OwnProps extends Props {
  /** The amount still due, and the button to it. Shown once the orders were read again. */
  stillDue: ReactNode;
}

/** The result of a payment of the signed-in account. */
export function PaymentResult({ stillDue, ...props }: OwnProps) {
  const { t } = useTranslation();
  const account = useAccount();
  const timeZone = useSite()?.timeZone;
  const onward = (
    <LinkButton to="/secure/dashboard" variant="subtle">
      {t('payments.backToDashboard')}
    </LinkButton>
  );
  return <PaymentOutcome {...props} context={{ account, timeZone, stillDue, onward }} />;
}

/**
 * The result of a payment from the server's record. It is the same after a reload, in another tab, and the next
 * day.
 */
export function PaymentOutcome({
  merchantRefNum,
  page,
  onOtherPage,
  context,
}: Props & { context: ConfirmationContext }) {
  const { payment, isUnknown, gaveUp, checkAgain } = usePayment(merchantRefNum);
  const belongsTo = payment ? resultPageOf(payment) : null;
  const isRefreshed = useSettledBasket(payment);
  useEffect(() => {
    if (belongsTo !== null && belongsTo !== page) onOtherPage(belongsTo);
  }, [belongsTo, page, onOtherPage]);

  if (isUnknown) return <UnknownPayment />;
  if (!payment || belongsTo === null) {
    return <WaitingForPayment payment={payment} gaveUp={gaveUp} onCheckAgain={checkAgain} />;
  }
  return belongsTo === 'confirmation' ? (
    <PaymentConfirmation payment={payment} {...context} stillDue={isRefreshed && context.stillDue} />
  ) : (
    <PaymentFailure payment={payment} />
  );
}
