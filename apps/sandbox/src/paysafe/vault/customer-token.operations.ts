import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { MerchantRefNum } from '../schemas.ts';
import { listAddresses, presentAddress } from './addresses.ts';
import { presentCard } from './cards.ts';
import { createCustomerToken, customerTokenLifeSeconds } from './customer-tokens.ts';
import { profileOf } from './profile.operations.ts';

const NewCustomerToken = z.strictObject({
  merchantRefNum: MerchantRefNum.optional(),
  paymentTypes: z
    .array(z.enum(['CARD']))
    .min(1)
    .optional(),
});

export const customerTokenOperations: readonly Operation[] = [
  {
    name: 'customertokens.create',
    method: 'POST',
    path: '/customervault/v1/profiles/:profile/singleusecustomertokens',
    keys: ['server'],
    handle: create,
  },
];

/** Returns a token of the customer for one browser, with a token for each card. No permanent token leaves. */
function create(call: Call): Answer {
  const profile = profileOf(call);
  readBody(NewCustomerToken, call);
  const { database } = call.sandbox;
  const owner = { serverKey: call.merchant.serverKey, profileId: profile.id };
  const { id, singleUseCustomerToken, cards } = createCustomerToken(database, owner, call.now);
  const body = {
    id,
    timeToLiveSeconds: customerTokenLifeSeconds,
    status: 'ACTIVE',
    singleUseCustomerToken,
    profileId: profile.id,
    ...profile.fields,
    addresses: listAddresses(database, profile.id).map(presentAddress),
    cards: cards.map(({ card, paymentToken }) => ({
      ...presentCard(card),
      ...(call.faults.has('other-ids') && { id: randomUUID() }),
      paymentToken,
    })),
  };
  return { status: 201, body };
}
