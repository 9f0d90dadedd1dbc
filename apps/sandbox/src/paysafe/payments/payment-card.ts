import { type Instrument, makeInstrument } from '../../cards/instrument.ts';
import type { Call } from '../operation.ts';
import { fieldError, ProviderError } from '../provider-error.ts';
import type { PaymentCard } from '../schemas.ts';
import { findCardByToken } from '../vault/cards.ts';
import { findSingleUseToken, isExpired, type SingleUseToken } from '../vault/single-use-tokens.ts';

/** The card of a payment or authentication, and the single-use token it came from, if any. */
export interface ResolvedCard {
  readonly instrument: Instrument;
  readonly origin: 'number' | 'vault' | 'single-use';
  readonly singleUseToken?: SingleUseToken;
}

/** Finds the card that a request names. Throws a 5502 if its token is unknown or has expired. */
export function resolveCard(call: Call, card: PaymentCard): ResolvedCard {
  if (card.paymentToken !== undefined) return resolveToken(call, card.paymentToken, card);
  const { cardNum, cardExpiry } = card;
  if (cardNum === undefined) throw fieldError('card.cardNum', 'A card number or a payment token is required');
  if (cardExpiry === undefined) throw fieldError('card.cardExpiry', 'Required');
  const instrument = makeInstrument(call.sandbox, { ...card, cardNum, cardExpiry }, call.now);
  return { instrument, origin: 'number' };
}

function resolveToken(call: Call, paymentToken: string, card: PaymentCard): ResolvedCard {
  if (card.cardNum !== undefined) throw fieldError('card.cardNum', 'Not allowed beside a payment token');
  const { database } = call.sandbox;
  const singleUseToken = findSingleUseToken(database, call.merchant.serverKey, paymentToken);
  if (singleUseToken !== undefined) {
    if (isExpired(singleUseToken, call.now)) throw new ProviderError('5502');
    return { instrument: singleUseToken.instrument, origin: 'single-use', singleUseToken };
  }
  const stored = findCardByToken(database, call.merchant.serverKey, paymentToken);
  if (stored === undefined) throw new ProviderError('5502');
  return { instrument: { ...stored.instrument, hasSecurityCode: card.cvv !== undefined }, origin: 'vault' };
}

/** Presents a card as card payments and 3-D Secure do. */
export function presentPaymentCard(instrument: Instrument): Record<string, unknown> {
  const { cardType, lastDigits, cardExpiry } = instrument;
  return { type: cardType, lastDigits, cardExpiry };
}
