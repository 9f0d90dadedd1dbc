import { getAccount } from '@quayside/contract/account/account.ts';
import { listPaymentProviders, type PaymentProvider, type ProviderKind } from '@quayside/contract/payments/payments.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { readBasket } from '../../../features/payments/basket.ts';
import { keepsCards } from '../../../features/payments/use-payment-providers.ts';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { toastMissingPermission } from '../../../lib/errors/failures.ts';
import { leaveFor, requireOffered } from '../../../lib/session/guards.ts';
import { t } from '../../../lib/texts/texts.ts';
import { judgePaymentRoute } from './payment-guard.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import type { SignedIn } from '../../../lib/session/session.ts';
import { showToast } from '../../../lib/toasts.ts';

interface Route {
  tenant: TenantConfig;
  session: SignedIn;
  /** The kind of provider that the route belongs to. Undefined for a route of any provider. */
  kind?: ProviderKind;
  /** A checkout needs something to pay. */
  needsBasket: boolean;
  /** True if the address names a payment, whose result the page shows. */
  namesPayment?: boolean;
  /** The page shows cards kept for the account's own site: in our card vault, or by the provider itself. */
  cards?: 'vault' | 'own';
}

/** The guard of the payment routes (LOGIN-14). Sends a refused reader to the page that decision C2.15 names. */
export async function requirePayment({ tenant, session, ...route }: Route): Promise<void> {
  const { kind, needsBasket, namesPayment = false, cards } = route;
  const { invoicingEnabled } = tenant.permissions;
  const asksProviders = invoicingEnabled && session.isAccountUser && !namesPayment;
  const providers = asksProviders ? await fetchProviders(session, cards !== undefined) : [];
  const judgement = judgePaymentRoute({
    isAuthenticated: true,
    isAccountUser: session.isAccountUser,
    invoicingEnabled,
    providers,
    namesPayment,
    ...(kind !== undefined && { routeKind: kind }),
    // The server doesn't know what this tab pays.
    ...(needsBasket && !import.meta.env.SSR && { basketAmount: readBasket()?.amount ?? 0 }),
  });
  switch (judgement.verdict) {
    case 'allow':
      if (cards === 'vault') requireOffered(providers.some(keepsCards));
      return;
    case 'sign-in':
      return leaveFor('/login');
    case 'dashboard':
      if (judgement.because === 'permission') toastMissingPermission();
      else showToast({ kind: 'info', message: t('payments.staffCannotPay') });
      return leaveFor('/secure/dashboard');
    case 'outstanding-orders':
      return leaveFor('/secure/orders/outstanding');
  }
}

/** Fetches the providers of the basket's site, else of the account's own site, whose provider keeps its cards. */
async function fetchProviders({ accountGuid }: SignedIn, ofOwnSite: boolean): Promise<PaymentProvider[]> {
  const siteId = (ofOwnSite ? undefined : readBasket()?.siteId) ?? (await fetchSiteOf(accountGuid));
  return (await queryClient.fetchQuery(callQuery(listPaymentProviders, { params: { siteId } }))).providers;
}

async function fetchSiteOf(accountGuid: string): Promise<number> {
  const { account } = await queryClient.fetchQuery(callQuery(getAccount, { params: { accountGuid } }));
  return account.siteId;
}
