import { callPath } from '@quayside/contract/shared/call.ts';
import { signOutByPost } from '@quayside/contract/identity/identity.ts';
import { canBePaid } from '@quayside/contract/orders/orders.ts';
import { confirmExpressPayment } from '@quayside/contract/payments/payment-pages.ts';
import { cancelPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import { callUrl } from '../../lib/calls/api.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton, Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { PlainForm, PlainPart, useAddress } from './plain-form.tsx';
import { useQuickPay } from './quick-pay.ts';
import styles from './review.module.css';
import { type PlainPayment, usePlainPayment } from './use-plain-payment.ts';

/**
 * Tells how far a payment is that was started without scripts, or why it did not start. Only the server draws this, so
 * it is in no file that a browser loads.
 */
export function PlainNotice({ order }: { order: QuickPayOrder }) {
  const { problem } = useSearch({ strict: false });
  const { named, open, agreed, isWaiting } = usePlainPayment(order);
  const isOver = named !== undefined && named !== open && !isWaiting;
  return (
    <div className={styles.notices}>
      {isOver && <Outcome order={order} payment={named} />}
      {problem && !isOver && <Problem order={order} problem={problem} hasStarted={open !== undefined || isWaiting} />}
      {open && <OpenPayment order={order} payment={open} agreed={agreed} />}
      {isWaiting && <Waiting order={order} payment={named ?? order.payment} />}
    </div>
  );
}

interface OfPayment {
  order: QuickPayOrder;
  payment: ProcessedPayment;
}

/** The payment that this payer can go on with, or finish. */
function OpenPayment({ order, payment, agreed }: OfPayment & Pick<PlainPayment, 'agreed'>) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { providers } = useQuickPayProviders(order);
  const { merchantRefNumber: attempt, providerKey, redirectUrl } = payment;
  const again = useAddress(order, { attempt });
  const amount = amountIn(payment.isoCurrencyCode, payment.amount);
  const provider = providers.find(({ key }) => key === providerKey)?.displayName ?? payment.paymentMethod;
  return (
    <PlainPart title={t(agreed ? 'quickPay.plain.confirmTitle' : 'quickPay.plain.open')} isTest={payment.isTest}>
      {payment.errorDescription && <Alert kind="error">{payment.errorDescription}</Alert>}
      <p>{t(agreed ? 'quickPay.plain.confirm' : 'quickPay.plain.openHint', { provider, amount })}</p>
      {agreed ? (
        <PlainForm order={order} call={confirmExpressPayment} fields={{ ...agreed }}>
          <Button type="submit">{t('payments.pay', { amount })}</Button>
        </PlainForm>
      ) : (
        redirectUrl !== null && (
          <AnchorButton variant="filled" href={redirectUrl}>
            {t('quickPay.plain.goTo', { provider })}
          </AnchorButton>
        )
      )}
      {payment.mayCancel && <CancelForm order={order} attempt={attempt} />}
      <Link {...again}>{t('payments.checkAgain')}</Link>
    </PlainPart>
  );
}

function CancelForm({ order, attempt }: { order: QuickPayOrder; attempt: string }) {
  const { t } = useTranslation();
  return (
    <PlainForm order={order} call={cancelPayment} path={callPath(cancelPayment, { params: { ref: attempt } })}>
      <Button type="submit" variant="default">
        {t('quickPay.plain.cancel')}
      </Button>
    </PlainForm>
  );
}

/** Shown while nobody can pay. The page can't look again by itself. */
function Waiting({ order, payment }: { order: QuickPayOrder; payment: ProcessedPayment | null }) {
  const { t } = useTranslation();
  const { hold } = order;
  const address = useAddress(order, { attempt: payment?.mayContinue ? payment.merchantRefNumber : undefined });
  const isOthers = hold?.reason === 'onPage' && !hold.mayContinue;
  const attempt = hold?.merchantRefNumber ?? payment?.merchantRefNumber;
  const mayCancel = hold ? hold.mayCancel : payment?.mayCancel;
  return (
    <PlainPart title={t(isOthers ? titleOfOthers(hold.mayCancel) : 'payments.checkingTitle')} isTest={false}>
      {payment?.progress === 'sent' && <p>{t('payments.onItsWayHint')}</p>}
      <Link {...address}>{t('payments.checkAgain')}</Link>
      {mayCancel && attempt && <CancelForm order={order} attempt={attempt} />}
    </PlainPart>
  );
}

const titleOfOthers = (mayCancel: boolean) => (mayCancel ? 'payments.held.byLink' : 'payments.held.elsewhere');

/** The result of a payment that is over. */
function Outcome({ order, payment }: OfPayment) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { returnUrl } = useQuickPay();
  const { paymentId: id, accountGuid, paymentStatus, receiptEmail: email } = payment;
  if (paymentStatus === 'Cancelled') return <Alert kind="info">{t('quickPay.cancelledThere')}</Alert>;
  if (payment.cardPaymentStatus === 'FAILED') {
    const amount = amountIn(order.isoCurrencyCode, order.outstandingAmount);
    return (
      <Alert kind="error" title={t('payments.unknownReason')}>
        {payment.errorDescription && <p>{payment.errorDescription}</p>}
        {!payment.saysUncharged && <p>{t('payments.notCharged', { amount })}</p>}
      </Alert>
    );
  }
  // Money that was given or taken back afterwards is no news of this page.
  if (paymentStatus !== 'Completed' || payment.reversedAmount > 0) return null;
  return (
    <Alert
      kind="success"
      title={t('payments.received')}
      action={
        <>
          {payment.receiptReady && (
            <AnchorButton href={callUrl(getReceipt, { params: { id, accountGuid } })}>
              {t('payments.openReceipt')}
            </AnchorButton>
          )}
          {returnUrl !== null && (
            <AnchorButton href={returnUrl} rel="noreferrer" variant="subtle">
              {t('payments.backToWebsite')}
            </AnchorButton>
          )}
        </>
      }
    >
      <p>{amountIn(payment.isoCurrencyCode, payment.amount)}</p>
      <p>{t('payments.quoteReference', { reference: payment.reference })}</p>
      {email !== null && <p>{t('payments.receiptGoesTo', { email })}</p>}
    </Alert>
  );
}

interface ProblemProps {
  order: QuickPayOrder;
  /** The code of the failure. */
  problem: string;
  /** True if a payment is on its way: the form was to finish or cancel it. */
  hasStarted: boolean;
}

const hints: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'quickPay.plain.checkDetails',
  FOREIGN_ORIGIN: 'form.senderUnknown',
};

/** The reason why a form of this page was refused. */
function Problem({ order, problem, hasStarted }: ProblemProps) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { telephone } = useTenant().contact;
  if (hasStarted) return <Alert kind="error">{t('quickPay.plain.unchanged', { telephone })}</Alert>;
  // The page says why: it was paid meanwhile, for example.
  if (!canBePaid(order)) return null;
  if (problem === 'AMOUNT_CHANGED') {
    const amount = amountIn(order.isoCurrencyCode, order.outstandingAmount);
    return (
      <Alert kind="warning" title={t('payments.amountChanged', { amount })}>
        {t('payments.amountChangedHint')}
      </Alert>
    );
  }
  if (problem === 'AUTHENTICATION_TOO_OLD') return <SignOutFirst order={order} />;
  return (
    <Alert kind="error" title={t('quickPay.plain.notStarted')}>
      {t(hints[problem] ?? 'quickPay.plain.tryAgain', { telephone })}
    </Alert>
  );
}

/** For a reader who signed in long ago. To prove who they are needs scripts. To pay by the link needs no session. */
function SignOutFirst({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  return (
    <Alert
      kind="warning"
      action={
        <PlainForm order={order} call={signOutByPost}>
          <Button type="submit" variant="default">
            {t('quickPay.plain.signOut')}
          </Button>
        </PlainForm>
      }
    >
      {t('quickPay.plain.signInAgain')}
    </Alert>
  );
}
