import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '@quayside/contract/account/account.ts';
import type { PayerContext } from '../../../http/context.ts';
import type { CardToKeep } from '../../../providers/payments/card-vault.ts';
import { ProviderFault } from '../../../providers/payments/payment-attempt.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import { crashPoint } from '../../payments/payments.exports.ts';
import { noteCardSaved, type PaymentRow } from '../../payments/payments.service.ts';
import { auditCard } from '../audit-card.service.ts';
import { keepInTurn } from '../keep-in-turn.service.ts';
import { ensureProfileId, keyOf } from '../vault.service.ts';

/** The longest time that a customer who has paid waits for the card to be kept. */
const patienceMs = 3_000;

export interface Keeping {
  payment: PaymentRow;
  provider: PaymentProvider;
  account: Omit<Account, 'consentGroups'>;
  card: CardToKeep;
}

/**
 * Keeps a card after its payment, and notes the result. Never throws and never changes the payment. It goes on after
 * the customer has stopped waiting. The single-use token is stored nowhere, so a crash meanwhile only loses the card.
 */
export async function keepCardShortly(ctx: PayerContext, keeping: Keeping): Promise<void> {
  await Promise.race([keep(ctx, keeping), sleep(patienceMs, undefined, { ref: false })]);
}

async function keepIfRoom(ctx: PayerContext, provider: PaymentProvider, profileId: string, card: CardToKeep) {
  const { vault } = provider;
  if (!vault) throw new ProviderFault(`${provider.key} keeps no cards`);
  const { cardId, wasKept } = await keepInTurn(
    ctx,
    { vault, profileId, key: keyOf(ctx, provider) },
    async (profile) => {
      if (!profile) throw new ProviderFault('no room for another card');
      return vault.keepCard(profile.id, card);
    },
  );
  if (!wasKept) await auditCard(ctx, 'card.kept', { cardId, provider: provider.key });
}

async function keep(ctx: PayerContext, { payment, provider, account, card }: Keeping): Promise<void> {
  const { db, tenant, log } = ctx;
  const note = (saved: boolean) => noteCardSaved(db, tenant.id, payment.id, saved);
  try {
    crashPoint('before-remember-call');
    const profileId = await ensureProfileId(ctx, provider, account);
    await keepIfRoom(ctx, provider, profileId, card);
    crashPoint('after-remember-call');
    await note(true);
  } catch (error) {
    // A provider fault has our own text. Other errors may repeat what they were given.
    const reason = error instanceof Error && error.name === 'ProviderFault' ? error.message : 'fault';
    log.warn({ payment: payment.merchant_ref_number, reason }, 'a card was not kept');
    await note(false).catch(() => log.error('could not note that a card was not kept'));
  }
}
