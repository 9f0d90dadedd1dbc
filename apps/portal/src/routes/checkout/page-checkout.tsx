import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { ComponentProps } from 'react';
import { CheckoutProblemAlert } from '../../features/payments/checkout/checkout.exports.ts';
import {
  type PageProblem,
  PageCheckoutDialogs,
  type usePageCheckout,
} from '../../features/payments/checkout/page/page.exports.ts';

interface Props {
  checkout: ReturnType<typeof usePageCheckout>;
  orders: ComponentProps<typeof PageCheckoutDialogs>['orders'];
  /** The reason why nothing was paid, by a provider's page or by a wallet. */
  problem: PageProblem | null;
  /** Called when the other attempt that stood in the way is cancelled. */
  onCancelled: () => void;
  onEnd: (payment: ProcessedPayment) => void;
  /** The class of the box around the reason. */
  className?: string | undefined;
}

/** Shows a payment on a provider's page: the cover over this page meanwhile, and the reason if nothing was paid. */
export function PageCheckout({ checkout, orders, problem, onCancelled, onEnd, className }: Props) {
  const { continueOther } = checkout;
  const cancelOther = async (reference: string) => {
    await checkout.cancelOther(reference);
    onCancelled();
  };
  return (
    <>
      {problem && (
        <div className={className}>
          <CheckoutProblemAlert isOnPage problem={problem} onContinue={continueOther} onCancelOther={cancelOther} />
        </div>
      )}
      <PageCheckoutDialogs checkout={checkout} orders={orders} onEnd={onEnd} />
    </>
  );
}
