import { setTimeout as sleep } from 'node:timers/promises';
import type { PayerContext } from '../../http/context.ts';
import type { CardComponents } from '../../providers/payments/card-components.ts';
import { asAttempt, crashPoint } from '../payments/payments.exports.ts';
import { noteCardSaved, type PaymentRow } from '../payments/payments.service.ts';
import { cardsKeyOf } from './component-provider.rules.ts';
import { type Naming, storeKeptCard } from './kept-cards.service.ts';

/** The longest time that a customer who has paid waits for the card to be kept. */
const patienceMs = 3_000;

interface Keeping {
  payment: PaymentRow;
  components: CardComponents;
  naming: Naming;
}

/** Stores the card that the provider kept with the payment. Never throws and never changes the payment. */
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
    // A provider fault has our own text. Other errors may repeat what they were given.
    const reason = error instanceof Error && error.name === 'ProviderFault' ? error.message : 'fault';
    log.warn({ payment: payment.merchant_ref_number, reason }, 'a card was not kept');
    await noteCardSaved(db, tenant.id, payment.id, false).catch(() =>
      log.error('could not note that a card was not kept'),
    );
  }
}
