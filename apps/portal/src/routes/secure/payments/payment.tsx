import type { PaymentDetails } from '@quayside/contract/payments/payment-history.ts';
import { useParams } from '@tanstack/react-router';
import { AttemptActions } from '../../../features/payments/checkout/checkout.exports.ts';
import { PaymentView, useAccountPayment } from '../../../features/payments/history/history.exports.ts';
import { hasCode } from '../../../lib/calls/api-error.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { readRecordNumber } from '../../address/record-number.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { BackToList } from '../../../ui/page/back-link.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { Loaded } from '../../../ui/loading/loaded.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** One payment: its allocations to orders, and its receipt. */
export function PaymentPage() {
  const { t } = useTranslation();
  const { paymentId } = useParams({ from: '/secure/account/payment/$paymentId' });
  const id = readRecordNumber(paymentId);
  return (
    <>
      <BackToList to="/secure/account/payment-history">{t('payments.backToHistory')}</BackToList>
      {id === null ? <NoSuchPayment /> : <KnownPayment key={id} id={id} />}
    </>
  );
}

function KnownPayment({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useAccountPayment(id);
  if (hasCode(query.error, 'NOT_FOUND')) return <NoSuchPayment />;
  // The server's format, so that the page has its title before the payment has loaded.
  const reference = query.data?.payment.reference ?? `P${String(id).padStart(6, '0')}`;
  return (
    <>
      <PageHeading title={t('payments.payment', { reference })} />
      <Loaded query={query} failed={t('payments.oneNotLoaded')} skeleton={[44, 200, 160]}>
        {({ payment }) => (
          <>
            <Unfinished payment={payment} />
            <PaymentView payment={payment} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** A payment that its customer can still complete or cancel. */
function Unfinished({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation();
  const { toEnd } = usePaymentResult('anyProvider');
  const { isAccountUser } = useSession();
  const { progress, merchantRefNumber, mayContinue, mayCancel } = payment;
  const ofOthers = isAccountUser ? 'payments.held.byLink' : 'payments.held.forStaff';
  if (progress !== 'onPage') return null;
  return (
    <Alert
      kind="warning"
      title={t(mayContinue ? 'payments.held.onPage' : ofOthers)}
      action={
        <AttemptActions
          reference={merchantRefNumber}
          mayContinue={mayContinue}
          mayCancel={mayCancel}
          onEnd={(ended) => toEnd({ end: 'settled', payment: ended })}
        />
      }
    />
  );
}

function NoSuchPayment() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('payments.unknownTitle')} />
      <EmptyState>{t('payments.notOnAccount')}</EmptyState>
    </>
  );
}
