import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { withTexts } from '../lib/texts/i18n.ts';
import type { SignedIn } from '../lib/session/session.ts';

/** Reads the reference of a payment attempt from the address, so that its page finds it after a reload. */
export const readReference = ({ reference }: Record<string, unknown>): string =>
  typeof reference === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(reference) ? reference : '';

/** The same for a page that needs no reference. Undefined and not absent: the router would keep the raw value. */
export const readResult = (search: Record<string, unknown>): { reference?: string | undefined } => ({
  reference: readReference(search) || undefined,
});

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

/** The guard of the pages with a payment's result, which the address names. */
export async function requireNamedPayment({ context }: PaymentRoute, name: string | undefined): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, needsBasket: false, namesPayment: Boolean(name) });
}

/** The guard of a card vault's checkout. */
export async function requireCardPayment({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, kind: 'vault', needsBasket: true });
}

/** The guard of the page with the cards kept for the account's own site. */
export async function requireCardVault({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await loadGuard();
  await requirePayment({ ...context, kind: 'vault', needsBasket: false, cards: 'vault' });
}
