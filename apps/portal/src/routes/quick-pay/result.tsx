import { listSites } from '@quayside/contract/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentFailure, PaymentOutcome } from '../../features/payments/result/result.face.ts';
import type { ResultPage } from '../../features/payments/payment-places.ts';
import { callQuery } from '../../lib/call-query.ts';
import { AnchorButton } from '../../ui/button.tsx';
import { usePaymentResult } from '../checkout/use-payment-result.ts';
import { useQuickPay } from './quick-pay.ts';

/** The third step: the result of the payment, from the server's record. */
export const QuickPayConfirmationPage = () => <Result page="confirmation" />;

/** A failed payment. The review offers another try (decision P2.46). */
export const QuickPayErrorPage = () => <Result page="error" />;

function Result({ page }: { page: ResultPage }) {
  const { reference } = useSearch({ strict: false });
  const { order } = useQuickPay();
  const { toPage } = usePaymentResult();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  const onOtherPage = useCallback(
    (other: ResultPage) => reference !== undefined && toPage(other, reference),
    [toPage, reference],
  );
  if (reference === undefined) return <PaymentFailure payment={undefined} />;
  const context = {
    account: { email: order.account.maskedEmail ?? '' },
    timeZone: sites?.find(({ id }) => id === order.siteId)?.timeZone,
    onward: <BackToWebsite />,
  };
  return (
    <PaymentOutcome
      key={reference}
      merchantRefNum={reference}
      page={page}
      onOtherPage={onOtherPage}
      context={context}
    />
  );
}

function BackToWebsite() {
  const { t } = useTranslation();
  const { returnUrl } = useQuickPay();
  if (returnUrl === null) return null;
  return (
    <AnchorButton href={returnUrl} rel="noreferrer" variant="subtle">
      {t('payments.backToWebsite')}
    </AnchorButton>
  );
}
