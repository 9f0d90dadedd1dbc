import {
  addAddressToCard,
  addBillingAddress,
  addCard,
  deleteBillingAddress,
  deleteCard,
  deleteIneligibleCard,
  newProfile,
  registerIneligibleCard,
  updateBillingAddress,
  updateCard,
} from '@quayside/contract/cards/stored-cards.ts';
import { accountRoute, type Route } from '../../../http/route.ts';
import { paymentCallLimits as limits } from '../../payments/payments.exports.ts';
import { changeStoredAddress, forgetAddress, storeAddress } from '../billing-addresses.service.ts';
import { forgetIneligible, registerInstead, showIneligible } from './ineligible-cards.service.ts';
import { inOwnProfile } from '../own-profile.service.ts';
import { changeStoredCard, forgetCard, giveNewAddress, storeCard } from './stored-cards.service.ts';

/** Returns the site of a delete, which may come in the query or the body (decision P7.7). */
const siteOf = ({ query, body }: { query: { siteId?: number | undefined }; body: { siteId?: number | undefined } }) =>
  query.siteId ?? body.siteId;

/** The calls about cards and addresses that the provider keeps for a customer. */
export const storedCardRoutes: readonly Route[] = [
  accountRoute(
    addBillingAddress,
    async (ctx, { params, body: { address, siteId } }) => ({
      profile: await inOwnProfile(ctx, { ...params, siteId }, (own) => storeAddress(own, address)),
    }),
    limits,
  ),
  accountRoute(
    updateBillingAddress,
    async (ctx, { params: { id, addressId }, body: { address, siteId } }) => ({
      profile: await inOwnProfile(ctx, { id, siteId }, (own) => changeStoredAddress(own, addressId, address)),
    }),
    limits,
  ),
  accountRoute(
    deleteBillingAddress,
    async (ctx, { params: { id, addressId }, ...rest }) => ({
      profile: await inOwnProfile(ctx, { id, siteId: siteOf(rest) }, (own) => forgetAddress(own, addressId)),
    }),
    limits,
  ),
  accountRoute(
    addCard,
    async (ctx, { body }) => ({
      profile: await inOwnProfile(ctx, { id: newProfile, siteId: body.siteId }, (own) => storeCard(ctx, own, body)),
    }),
    limits,
  ),
  accountRoute(
    updateCard,
    async (ctx, { params: { id, cardId }, body }) => ({
      profile: await inOwnProfile(ctx, { id, siteId: body.siteId }, (own) => changeStoredCard(ctx, own, cardId, body)),
    }),
    limits,
  ),
  accountRoute(
    addAddressToCard,
    async (ctx, { params: { id, cardId }, body: { address, siteId } }) => ({
      profile: await inOwnProfile(ctx, { id, siteId }, (own) => giveNewAddress(own, cardId, address)),
    }),
    limits,
  ),
  accountRoute(
    deleteCard,
    async (ctx, { params: { id, cardId }, ...rest }) => ({
      profile: await inOwnProfile(ctx, { id, siteId: siteOf(rest) }, (own) => forgetCard(ctx, own, cardId)),
    }),
    limits,
  ),
  accountRoute(
    registerIneligibleCard,
    async (ctx, { params, body }) => ({
      profile: await registerInstead(ctx, params.id, body),
      cards: await showIneligible(ctx),
    }),
    limits,
  ),
  accountRoute(deleteIneligibleCard, async (ctx, { params }) => {
    await forgetIneligible(ctx, params.id);
    return { cards: await showIneligible(ctx) };
  }),
];
