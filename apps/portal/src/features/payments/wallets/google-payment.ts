import { exchangeGooglePayToken } from '@quayside/contract/wallets.ts';
import { api } from '../../../lib/api.ts';
import { withRecentSignIn } from '../../../lib/prove-identity.ts';
import { type Basket, noteAttempt, prepareAttempt } from '../basket.ts';
import { type CardPaymentEnd, giveUpEarlierAttempt, payAttempt, type Surroundings } from '../card-payment.ts';
import type { AuthenticationProfile } from '../contact-details.ts';
import type { GooglePaymentData } from '../drivers/google-pay.ts';
import { addressFromGoogle } from './wallet-address.ts';

interface Payer {
  /** How the bank may reach who pays; null where only the sheet knows. */
  contact: AuthenticationProfile | null;
  /** As the card's holder, where the sheet names none. */
  name: string;
}

/**
 * Pays a basket with what Google's sheet gave: store the attempt and change the token, let the bank recognise its
 * customer where the card is one on file, charge. Whatever it throws happened before anything was charged.
 */
export async function payByGoogle(
  given: Basket,
  data: GooglePaymentData,
  { contact, name }: Payer,
  surroundings: Surroundings,
): Promise<CardPaymentEnd> {
  surroundings.onStep('card');
  const earlier = await giveUpEarlierAttempt(given);
  if ('end' in earlier) return earlier;
  const basket = prepareAttempt(earlier.basket, 'GooglePay');
  const { orderIds, amount, siteId, idempotencyKey } = basket;
  const body = {
    ...{ accountGuid: surroundings.accountGuid, orderIds, amount, siteId, paymentChannel: 'GooglePay' as const },
    paymentMethod: data.paymentMethodData.description ?? '',
    googlePayPaymentToken: data,
  };
  const exchanged = await withRecentSignIn(() => api(exchangeGooglePayToken, { body }, { idempotencyKey }));
  const { payment, googlePayTokenResponse: token, outcome } = exchanged;
  noteAttempt(basket, payment.merchantRefNumber);
  if (!token) return { end: 'settled', payment };
  const billing = data.paymentMethodData.info?.billingAddress;
  const card = {
    ...{ channel: 'GooglePay' as const, token: token.paymentToken, nickName: '', rememberCard: false },
    holderName: billing?.name?.trim().slice(0, 100) || name || 'Google Pay',
    address: addressFromGoogle(billing),
    cardType: token.card.cardType,
    authenticateBy: { cardBin: token.card.cardBin },
    profile: contact ?? contactInSheet(data),
  };
  return payAttempt(payment, basket, card, { ...surroundings, isProven: outcome === 'proceed' });
}

function contactInSheet({ email, paymentMethodData }: GooglePaymentData): AuthenticationProfile {
  const phone = paymentMethodData.info?.billingAddress?.phoneNumber;
  return { ...(email && { email }), ...(phone && { phone: phone.slice(0, 40) }) };
}
