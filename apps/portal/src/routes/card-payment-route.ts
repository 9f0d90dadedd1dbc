import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { withTexts } from '../lib/texts/i18n.ts';
import type { SignedIn } from '../lib/session/session.ts';

/** Reads the reference of a payment attempt from the address, so that its page finds it after a reload. */
export const readReference = ({ reference }: Record<string, unknown>): string =>
  typeof reference === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(reference) ? reference : '';

interface PaymentRoute {
  context: { tenant: TenantConfig; session: SignedIn };
}

/** Loaded with the pages of payments, because signing in needs none of it. */
const loadGuard = () => withTexts(import('./secure/payments/require-payment.ts'));

/** The guard of the checkout with card components. */
export async function requireComponentPayment({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, kind: 'components', needsBasket: true });
}

/** The guard of the page with the cards that a provider with card components keeps. */
export async function requireComponentCards({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, kind: 'components', needsBasket: false, cards: 'own' });
}

/** The guard of the result pages of any provider's payment. */
export async function requireAnyPayment({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, needsBasket: false });
}

/** The guard of the pages of card vaults. */
export async function requireCardPayment({ context }: PaymentRoute, needsBasket: boolean): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, kind: 'vault', needsBasket });
}

/** The guard of the page with the cards kept for the account's own site. */
export async function requireCardVault({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, kind: 'vault', needsBasket: false, cards: 'vault' });
}
