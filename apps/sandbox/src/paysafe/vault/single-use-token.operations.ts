import { z } from 'zod';
import { type Instrument, makeInstrument } from '../../cards/instrument.ts';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { fieldError, unknownId } from '../provider-error.ts';
import { BillingAddress, CardExpiry, CardNumber, HolderName, SecurityCode } from '../../cards/schemas.ts';
import { PaymentToken } from '../schemas.ts';
import { findLatestOfToken } from '../threeds/authentications.ts';
import { redeemCustomerToken } from './customer-tokens.ts';
import {
  createSingleUseToken,
  findSingleUseToken,
  type SingleUseToken,
  tokenLifeSeconds,
} from './single-use-tokens.ts';

const NewCard = z.strictObject({
  card: z.strictObject({
    holderName: HolderName.optional(),
    cardNum: CardNumber,
    cardExpiry: CardExpiry,
    cvv: SecurityCode.optional(),
    billingAddress: BillingAddress.optional(),
  }),
});

/** A stored card, named by the single-use tokens of its customer and of itself. Its security code is typed again. */
const StoredCard = z.strictObject({
  singleUseCustomerToken: PaymentToken,
  paymentTokenFrom: PaymentToken,
  card: z.strictObject({ cvv: SecurityCode.optional(), holderName: HolderName.optional() }),
});

const Lookup = z.strictObject({ paymentToken: PaymentToken });

export const singleUseTokenOperations: readonly Operation[] = [
  { name: 'tokens.create', method: 'POST', path: '/customervault/v1/singleusetokens', keys: ['token'], handle: create },
  {
    name: 'tokens.search',
    method: 'POST',
    path: '/customervault/v1/singleusetokens/search',
    keys: ['server'],
    handle: search,
  },
];

function create(call: Call): Answer {
  const isStored =
    typeof call.body === 'object' &&
    call.body !== null &&
    ('paymentTokenFrom' in call.body || 'singleUseCustomerToken' in call.body);
  const instrument = isStored ? instrumentOfStoredCard(call) : instrumentOfNewCard(call);
  const token = createSingleUseToken(call.sandbox.database, call.merchant.serverKey, instrument, call.now);
  return { status: 200, body: present(token, tokenLifeSeconds) };
}

function instrumentOfNewCard(call: Call): Instrument {
  return makeInstrument(call.sandbox, readBody(NewCard, call).card, call.now);
}

function instrumentOfStoredCard(call: Call): Instrument {
  const body = readBody(StoredCard, call);
  const { cvv } = body.card;
  const redeemed = redeemCustomerToken(call.sandbox.database, call.merchant.serverKey, body, call.now);
  if (!('card' in redeemed)) throw fieldError(redeemed.field, redeemed.problem);
  const { instrument } = redeemed.card;
  if (cvv !== undefined && cvv.length !== (instrument.cardType === 'AM' ? 4 : 3)) {
    throw fieldError('card.cvv', 'Wrong length for this card type');
  }
  return { ...instrument, hasSecurityCode: cvv !== undefined };
}

function search(call: Call): Answer {
  const { paymentToken } = readBody(Lookup, call);
  const { database } = call.sandbox;
  const token = findSingleUseToken(database, call.merchant.serverKey, paymentToken);
  if (token === undefined || call.now >= token.expiresAt) throw unknownId(paymentToken);
  const authentication = findLatestOfToken(database, paymentToken);
  return { status: 200, body: present(token, Math.floor((token.expiresAt - call.now) / 1000), authentication) };
}

function present(token: SingleUseToken, timeToLiveSeconds: number, authentication?: Record<string, unknown>) {
  const { cardBin, lastDigits, cardExpiry, cardType, holderName, billingAddress } = token.instrument;
  return {
    id: token.id,
    paymentToken: token.paymentToken,
    timeToLiveSeconds,
    ...(billingAddress === undefined ? {} : { billingAddress }),
    card: {
      ...(holderName === undefined ? {} : { holderName }),
      cardBin,
      lastDigits,
      cardExpiry,
      cardType,
      cardCategory: 'CREDIT',
      ...(authentication === undefined ? {} : { authentication }),
    },
  };
}
