import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useState } from 'react';
import { CheckoutProblemAlert } from '../../features/payments/checkout-problem-alert.tsx';
import type { usePageCheckout } from '../../features/payments/use-page-checkout.ts';
import { OfferedWallets } from '../../features/payments/wallets/offered-wallets.tsx';
import type { ShownProblem } from '../../features/payments/wallets/use-wallet-payment.ts';
import { useWalletDocument } from '../../features/payments/wallets/wallet-document.ts';
import { usePaymentResult } from '../secure/use-payment-result.ts';
import { useQuickPay } from './quick-pay.ts';

interface Props {
  order: QuickPayOrder;
  providers: readonly PaymentProvider[];
  page: Pick<ReturnType<typeof usePageCheckout>, 'continueOther' | 'cancelOther'>;
}

/** The wallets that can pay an order by its link, and the reason if one failed. */
export function LinkWallets({ order, providers, page }: Props) {
  const { owner } = useQuickPay();
  const { toEnd } = usePaymentResult();
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const isAccountUser = owner?.isAccountUser ?? true;
  const isLoadedAnew = useWalletDocument(isAccountUser ? providers : []);
  if (isLoadedAnew) return null;
  const { id, siteId, outstandingAmount, account } = order;
  const cancelOther = async (reference: string) => {
    await page.cancelOther(reference);
    setProblem(null);
  };
  return (
    <>
      {problem && (
        <CheckoutProblemAlert isOnPage problem={problem} onContinue={page.continueOther} onCancelOther={cancelOther} />
      )}
      <OfferedWallets
        providers={providers}
        isAccountUser={isAccountUser}
        contents={{ orderIds: [id], siteId, amount: outstandingAmount }}
        // The server knows how to reach the account, but the link must not reveal it. For an owner, the wallet
        // tells it.
        payer={{ accountGuid: account.guid, name: '', contact: !owner && account.hasContact ? {} : null }}
        onEnd={toEnd}
        onProblem={setProblem}
      />
    </>
  );
}
