import { exchangeGooglePayToken } from '@quayside/contract/wallets.ts';
import { api } from '../../../../lib/api.ts';
import { withRecentSignIn } from '../../../../lib/prove-identity.ts';
import { askedOf, noteAttempt, prepareAttempt } from '../../basket-attempt.ts';
import type { Basket } from '../../basket.ts';
import { giveUpEarlierAttempt, type AuthenticationProfile } from '../checkout.face.ts';
import { type CardPaymentEnd, payAttempt, type CheckoutContext } from '../card/card.face.ts';
import type { GooglePaymentData } from '../../drivers/google-pay.ts';
import { addressFromGoogle } from '../../drivers/wallet-address.ts';

interface Payer {
  /** The payer's contact data for the bank. Null if only the sheet knows it. */
  contact: AuthenticationProfile | null;
  /** The card holder's name if the sheet gives none. */
  name: string;
}

/**
 * Pays a basket with the answer of Google's sheet. It stores the attempt, exchanges the token, lets the bank
 * authenticate a card on file, and charges. Every error that it throws happened before charging.
 */
export async function payByGoogle(
  given: Basket,
  data: GooglePaymentData,
  { contact, name }: Payer,
  context: CheckoutContext,
): Promise<CardPaymentEnd> {
  context.onStep('card');
  const earlier = await giveUpEarlierAttempt(given);
  if ('end' in earlier) return earlier;
  const basket = prepareAttempt(earlier.basket, 'GooglePay');
  const { siteId, idempotencyKey } = basket;
  const body = {
    accountGuid: context.accountGuid,
    ...askedOf(basket),
    siteId,
    paymentChannel: 'GooglePay' as const,
    paymentMethod: data.paymentMethodData.description ?? '',
    googlePayPaymentToken: data,
  };
  const exchanged = await withRecentSignIn(() => api(exchangeGooglePayToken, { body }, { idempotencyKey }));
  const { payment, googlePayTokenResponse: token, outcome } = exchanged;
  noteAttempt(basket, payment.merchantRefNumber);
  if (!token) return { end: 'settled', payment };
  const billing = data.paymentMethodData.info?.billingAddress;
  const card = {
    channel: 'GooglePay' as const,
    token: token.paymentToken,
    nickName: '',
    rememberCard: false,
    holderName: billing?.name?.trim().slice(0, 100) || name || 'Google Pay',
    address: addressFromGoogle(billing),
    cardType: token.card.cardType,
    authenticateBy: { cardBin: token.card.cardBin },
    profile: contact ?? contactInSheet(data),
  };
  return payAttempt(payment, card, { ...context, isProven: outcome === 'proceed' });
}

function contactInSheet({ email, paymentMethodData }: GooglePaymentData): AuthenticationProfile {
  const phone = paymentMethodData.info?.billingAddress?.phoneNumber;
  return { ...(email && { email }), ...(phone && { phone: phone.slice(0, 40) }) };
}
