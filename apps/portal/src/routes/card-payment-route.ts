import type { TenantConfig } from '@quayside/contract/tenant.ts';
import type { SignedIn } from '../lib/session.ts';

/** The name of a payment attempt in the address, by which its page finds it again after a reload. */
export const readReference = ({ reference }: Record<string, unknown>): string =>
  typeof reference === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(reference) ? reference : '';

interface PaymentRoute {
  context: { tenant: TenantConfig; session: SignedIn };
}

/** The guard of the second card provider's checkout. */
export async function requireComponentPayment({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await import('./secure/require-payment.ts');
  await requirePayment({ ...context, provider: 'clearAccept', needsBasket: true });
}

/** The guard of the page of its kept cards. */
export async function requireComponentCards({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await import('./secure/require-payment.ts');
  await requirePayment({ ...context, provider: 'clearAccept', needsBasket: false, cards: 'own' });
}

/** The guard of the pages that tell what a payment by any provider has come to. */
export async function requireAnyPayment({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await import('./secure/require-payment.ts');
  await requirePayment({ ...context, needsBasket: false });
}

/** The guard of the card vault provider's pages. Loaded with them: signing in needs none of it. */
export async function requireCardPayment({ context }: PaymentRoute, needsBasket: boolean): Promise<void> {
  const { requirePayment } = await import('./secure/require-payment.ts');
  await requirePayment({ ...context, provider: 'paysafe', needsBasket });
}

/** The guard of the page of kept cards: those of the account's own site. */
export async function requireCardVault({ context }: PaymentRoute): Promise<void> {
  const { requirePayment } = await import('./secure/require-payment.ts');
  await requirePayment({ ...context, provider: 'paysafe', needsBasket: false, cards: 'vault' });
}
