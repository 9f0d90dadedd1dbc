import { mostOrdersAtOnce, type PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { Suspense } from 'react';
import { useInBrowser } from '../../../../lib/first-screen/in-browser.ts';
import { isFramed } from '../../../../lib/browser/framed.ts';
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx';
import { isTooPrecise } from '../../too-precise.ts';
import { allowsWallets } from './wallet-document.ts';
import { ComingWallets } from './wallet-frame.tsx';
import type { WalletOptions } from './use-wallet-payment.ts';

const load = () => import('./wallet-pay.tsx');
const WalletPay = lazyPart(async () => (await load()).WalletPay);
const IdleWallets = lazyPart(async () => (await load()).IdleWallets);

/** Returns the first provider that takes wallets. Undefined if none does. */
const walletProvider = (providers: readonly PaymentProvider[]): PaymentProvider | undefined =>
  providers.find(({ config }) => config.wallets !== undefined);

type Props = Omit<WalletOptions, 'provider'> & {
  providers: readonly PaymentProvider[];
  isAccountUser: boolean;
};

/**
 * The wallets beside the other ways to pay. Nothing is loaded if none is offered, or inside a frame of another
 * site, where the wallets would not open.
 */
export function OfferedWallets({ providers, isAccountUser, ...options }: Props) {
  const provider = walletProvider(providers);
  const { amount, orderIds } = options.contents;
  const isInBrowser = useInBrowser();
  if (!provider) return null;
  // The server keeps their room. It doesn't know if another site frames the page.
  if (!isInBrowser) return <ComingWallets provider={provider} />;
  if (isFramed() || (isAccountUser && !allowsWallets([provider]))) return null;
  return (
    <Suspense fallback={<ComingWallets provider={provider} />}>
      {isAccountUser ? (
        <WalletPay
          {...options}
          provider={provider}
          disabled={
            amount <= 0 ||
            amount > (provider.maxPayment ?? Infinity) ||
            isTooPrecise(provider, amount) ||
            orderIds.length > mostOrdersAtOnce
          }
        />
      ) : (
        <IdleWallets provider={provider} />
      )}
    </Suspense>
  );
}
