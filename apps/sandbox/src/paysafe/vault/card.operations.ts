import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { fieldError, unknownId } from '../provider-error.ts';
import { isInDate } from '../../cards/scripts/card-number.ts';
import { assertAddress, CardDetails, CardInput, storeCard } from './card-vaulting.ts';
import { deleteCard, findCard, findCardOfMerchant, presentCard, replaceCard, type StoredCard } from './cards.ts';
import { profileOf } from './profile.operations.ts';

const base = '/customervault/v1/profiles/:profile/cards';

export const cardOperations: readonly Operation[] = [
  { name: 'cards.create', method: 'POST', path: base, keys: ['server'], handle: create },
  { name: 'cards.read', method: 'GET', path: `${base}/:card`, keys: ['server'], handle: read },
  { name: 'cards.update', method: 'PUT', path: `${base}/:card`, keys: ['server'], handle: update },
  { name: 'cards.delete', method: 'DELETE', path: `${base}/:card`, keys: ['server'], handle: remove },
  { name: 'cards.read', method: 'GET', path: '/customervault/v1/cards/:card', keys: ['server'], handle: readDirectly },
];

function cardOf(call: Call): StoredCard {
  const id = call.params['card'] ?? '';
  const card = findCard(call.sandbox.database, profileOf(call).id, id);
  if (card === undefined) throw unknownId(id);
  return card;
}

function create(call: Call): Answer {
  const profile = profileOf(call);
  const input = readBody(CardInput, call);
  return { status: 201, body: presentCard(storeCard(call, profile.id, input), input.singleUseToken) };
}

function read(call: Call): Answer {
  return { status: 200, body: presentCard(cardOf(call)) };
}

function readDirectly(call: Call): Answer {
  const id = call.params['card'] ?? '';
  const card = findCardOfMerchant(call.sandbox.database, call.merchant.serverKey, id);
  if (card === undefined) throw unknownId(id);
  return { status: 200, body: presentCard(card) };
}

function update(call: Call): Answer {
  const card = cardOf(call);
  const { nickName, merchantRefNum, billingAddressId, accountId, ...change } = readBody(CardDetails, call);
  if (billingAddressId !== undefined) assertAddress(call, card.profileId, billingAddressId);
  if (change.cardExpiry !== undefined && !isInDate(change.cardExpiry, call.now)) {
    throw fieldError('cardExpiry', 'The card has expired');
  }
  const replaced = replaceCard(
    call.sandbox.database,
    card,
    {
      cardExpiry: change.cardExpiry,
      holderName: change.holderName,
      isDefault: change.defaultCardIndicator === true,
    },
    { nickName, merchantRefNum, billingAddressId, accountId },
  );
  return { status: 200, body: presentCard(replaced) };
}

function remove(call: Call): Answer {
  deleteCard(call.sandbox.database, cardOf(call).id);
  return { status: 200 };
}
