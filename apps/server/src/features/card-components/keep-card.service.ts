import { setTimeout as sleep } from 'node:timers/promises';
import type { PayerContext } from '../../http/context.ts';
import type { CardComponents } from '../../providers/payments/payment-provider.ts';
import { crashPoint } from '../payments/crash-points.ts';
import { noteCardSaved, type Payment } from '../payments/payments.service.ts';
import { asAttempt } from '../payments/providers.service.ts';
import { cardsKeyOf } from './component-provider.ts';
import { type Naming, storeKeptCard } from './kept-cards.service.ts';

/** How long a customer who has paid waits to hear whether the card was kept. */
const patienceMs = 3_000;

interface Keeping {
  payment: Payment;
  components: CardComponents;
  naming: Naming;
}

/** Notes the card that the provider kept with the payment. Never throws and never changes the payment. */
export async function keepCardShortly(ctx: PayerContext, keeping: Keeping): Promise<void> {
  await Promise.race([keep(ctx, keeping), sleep(patienceMs, undefined, { ref: false })]);
}

async function keep(ctx: PayerContext, { payment, components, naming }: Keeping): Promise<void> {
  const { db, tenant, log } = ctx;
  try {
    crashPoint('before-remember-call');
    const card = await components.readKeptCard(asAttempt(payment, ctx));
    crashPoint('after-remember-call');
    const isKept = card !== null && (await storeKeptCard(ctx, cardsKeyOf(payment), card, naming));
    await noteCardSaved(db, tenant.id, payment.id, isKept);
  } catch (error) {
    // Of a fault of the provider's the text is ours; anything else may repeat what it was given.
    const reason = error instanceof Error && error.name === 'ProviderFault' ? error.message : 'fault';
    log.warn({ payment: payment.merchant_ref_number, reason }, 'a card was not kept');
    await noteCardSaved(db, tenant.id, payment.id, false).catch(() =>
      log.error('could not note that a card was not kept'),
    );
  }
}
