import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import {
  OfferedWallets,
  type WalletOptions,
  ComingWallets,
  useWalletDocument,
} from '../../features/payments/checkout/wallets/wallets.exports.ts';
import type { Amounts } from '../../features/payments/basket.ts';
import { useInBrowser } from '../../lib/first-screen/in-browser.ts';
import { usePaymentResult } from '../checkout/use-payment-result.ts';
import { useQuickPay } from './quick-pay.ts';

interface Props extends Pick<WalletOptions, 'onProblem' | 'onPaying'> {
  order: QuickPayOrder;
  /** The amount to pay, and the part that was chosen. */
  amounts: Amounts;
  providers: readonly PaymentProvider[];
}

/** The wallets that can pay an order by its link. */
export function LinkWallets(props: Props) {
  const [provider] = props.providers.filter(({ config }) => config.wallets !== undefined);
  // The document's policy and this tab decide what may load.
  if (!useInBrowser()) return provider && <ComingWallets provider={provider} />;
  return <Wallets {...props} />;
}

function Wallets({ order, amounts, providers, onProblem, onPaying }: Props) {
  const { owner } = useQuickPay();
  const { toEnd } = usePaymentResult();
  const isAccountUser = owner?.isAccountUser ?? true;
  const isLoadedAnew = useWalletDocument(isAccountUser ? providers : []);
  if (isLoadedAnew) return null;
  const { id, siteId, account } = order;
  return (
    <OfferedWallets
      providers={providers}
      isAccountUser={isAccountUser}
      contents={{ orderIds: [id], siteId, ...amounts }}
      // The server knows how to reach the account, but the link must not reveal it. For an owner, the wallet
      // tells it.
      payer={{ accountGuid: account.guid, name: '', contact: !owner && account.hasContact ? {} : null }}
      onEnd={toEnd}
      onProblem={onProblem}
      onPaying={onPaying}
    />
  );
}
