import type { PaymentProvider, ProviderKind } from '@quayside/contract/payments/payments.ts';

/** The facts that the guard of the payment routes checks (decision C2.15). */
export interface PaymentSituation {
  isAuthenticated: boolean;
  isAccountUser: boolean;
  invoicingEnabled: boolean;
  providers: readonly Pick<PaymentProvider, 'kind'>[];
  /** True if the address names a payment. The site may have lost its provider since, and the page tells the result. */
  namesPayment?: boolean;
  /** The kind of provider that the route belongs to. Undefined for routes of any provider. */
  routeKind?: ProviderKind;
  /** The basket's amount, or that of the resumed attempt. Only checkout routes need one above zero. */
  basketAmount?: number;
}

export type PaymentGuardVerdict =
  | { verdict: 'allow' }
  | { verdict: 'sign-in' }
  | { verdict: 'dashboard'; because: 'staff' | 'permission' }
  | { verdict: 'outstanding-orders'; because: 'no-provider' | 'empty-basket' };

/** Decides if a payment route may be entered, and where to go instead (LOGIN-14). The first failed check decides. */
export function judgePaymentRoute(situation: PaymentSituation): PaymentGuardVerdict {
  if (!situation.isAuthenticated) return { verdict: 'sign-in' };
  if (!situation.isAccountUser) return { verdict: 'dashboard', because: 'staff' };
  if (!situation.invoicingEnabled) return { verdict: 'dashboard', because: 'permission' };
  if (!situation.namesPayment && !hasProvider(situation))
    return { verdict: 'outstanding-orders', because: 'no-provider' };
  if (situation.basketAmount !== undefined && situation.basketAmount <= 0) {
    return { verdict: 'outstanding-orders', because: 'empty-basket' };
  }
  return { verdict: 'allow' };
}

function hasProvider({ providers, routeKind }: PaymentSituation): boolean {
  return providers.some(({ kind }) => routeKind === undefined || kind === routeKind);
}
