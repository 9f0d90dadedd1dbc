import { CallError } from '../../http/errors.ts';
import type { CardComponents } from '../../providers/payments/card-components.ts';
import { type Engine, providerOf } from '../payments/payments.exports.ts';
import type { PaymentRow } from '../payments/payments.service.ts';
import type { CardsKey } from './kept-cards.queries.ts';

/** Returns the card components of the attempt's provider. @throws CallError PAYMENT_STATE if it has none */
export async function componentsOf(
  engine: Pick<Engine, 'db' | 'tenant'>,
  payment: PaymentRow,
): Promise<CardComponents> {
  const { components } = await providerOf(engine, payment);
  if (!components) throw new CallError('PAYMENT_STATE');
  return components;
}

/** Returns the key of the cards that can pay an attempt: the account, and the provider's account. */
export const cardsKeyOf = (payment: PaymentRow): CardsKey => ({
  account_id: payment.account_id,
  provider_key: payment.provider_key,
  provider_account: payment.provider_account,
});
