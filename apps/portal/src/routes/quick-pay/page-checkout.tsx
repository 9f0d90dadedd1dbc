import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { CheckoutProblemAlert } from '../../features/payments/checkout-problem-alert.tsx';
import { PageCheckoutDialogs } from '../../features/payments/page-checkout-dialogs.tsx';
import type { usePageCheckout } from '../../features/payments/use-page-checkout.ts';

interface Props {
  checkout: ReturnType<typeof usePageCheckout>;
  onEnd: (payment: ProcessedPayment) => void;
}

/** Shows a payment on a provider's page: the cover over this page meanwhile, and the reason if it can't start. */
export function PageCheckout({ checkout, onEnd }: Props) {
  const { problem, continueOther, cancelOther } = checkout;
  return (
    <>
      {problem && (
        <CheckoutProblemAlert isOnPage problem={problem} onContinue={continueOther} onCancelOther={cancelOther} />
      )}
      <PageCheckoutDialogs checkout={checkout} onEnd={onEnd} />
    </>
  );
}
