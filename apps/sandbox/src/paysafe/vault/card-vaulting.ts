import { z } from 'zod';
import { type Instrument, makeInstrument } from '../../cards/instrument.ts';
import type { Call } from '../operation.ts';
import { fieldError, ProviderError } from '../provider-error.ts';
import { BillingAddress, CardExpiry, CardNumber, HolderName } from '../../cards/schemas.ts';
import { MerchantRefNum, PaymentToken } from '../schemas.ts';
import { findAddress, insertAddress } from './addresses.ts';
import { insertCard, listCards, type StoredCard } from './cards.ts';
import { isExpired, findSingleUseToken, spendOnVault } from './single-use-tokens.ts';

/** The merchant's details of a card that it stores or replaces. */
export const CardDetails = z.strictObject({
  nickName: z.string().max(50).optional(),
  holderName: HolderName.optional(),
  merchantRefNum: MerchantRefNum.optional(),
  billingAddressId: z.string().max(50).optional(),
  defaultCardIndicator: z.boolean().optional(),
  accountId: z.string().max(80).optional(),
  cardExpiry: CardExpiry.optional(),
});

/** A card to store: a single-use token, or number and expiry. */
export const CardInput = CardDetails.extend({
  singleUseToken: PaymentToken.optional(),
  cardNum: CardNumber.optional(),
  billingAddress: BillingAddress.optional(),
});
export type CardInput = z.output<typeof CardInput>;

/** Puts a card into a profile. Throws 7503 with a link to the card if the profile has that number. */
export function storeCard(call: Call, profileId: string, input: CardInput): StoredCard {
  const { database } = call.sandbox;
  const instrument = instrumentOf(call, input);
  refuseSameNumber(call, profileId, instrument);
  if (call.faults.has('card-limit')) throw new ProviderError('7504');
  if (input.billingAddressId !== undefined) assertAddress(call, profileId, input.billingAddressId);
  const inline = input.billingAddress ?? (input.billingAddressId === undefined ? instrument.billingAddress : undefined);
  const billingAddressId =
    input.billingAddressId ??
    (inline === undefined ? undefined : insertAddress(database, profileId, inline, call.now).id);
  const { nickName, merchantRefNum, accountId } = input;
  return insertCard(
    database,
    { serverKey: call.merchant.serverKey, profileId },
    {
      instrument: { ...instrument, holderName: input.holderName ?? instrument.holderName },
      fields: { nickName, merchantRefNum, accountId, billingAddressId },
      isDefault: input.defaultCardIndicator === true,
    },
    call.now,
  );
}

/** Checks an address. Throws a 7511 if the profile has none with that id. */
export function assertAddress(call: Call, profileId: string, addressId: string): void {
  if (findAddress(call.sandbox.database, profileId, addressId) === undefined) {
    throw new ProviderError('7511');
  }
}

function instrumentOf(call: Call, input: CardInput): Instrument {
  if (input.singleUseToken !== undefined) return redeemToken(call, input.singleUseToken);
  const { cardNum, cardExpiry } = input;
  if (cardNum === undefined) throw fieldError('cardNum', 'A card number or a single-use token is required');
  if (cardExpiry === undefined) throw fieldError('cardExpiry', 'Required');
  return makeInstrument(call.sandbox, { cardNum, cardExpiry, holderName: input.holderName }, call.now);
}

function redeemToken(call: Call, paymentToken: string): Instrument {
  const { database } = call.sandbox;
  const token = findSingleUseToken(database, call.merchant.serverKey, paymentToken);
  if (token === undefined) throw fieldError('singleUseToken', 'Unknown single-use token');
  if (isExpired(token, call.now)) throw new ProviderError('7514');
  spendOnVault(database, token, 'singleUseToken', call.now);
  return token.instrument;
}

function refuseSameNumber(call: Call, profileId: string, instrument: Instrument): void {
  const cards = listCards(call.sandbox.database, profileId);
  const same = cards.find((card) => card.instrument.fingerprint === instrument.fingerprint);
  if (same === undefined) return;
  const href = `${call.sandbox.origins.provider}/customervault/v1/cards/${same.id}`;
  throw new ProviderError('7503', { suffix: ` - ${same.id}`, links: [{ rel: 'existing_entity', href }] });
}
