import { z } from 'zod';
import { call, type Permission } from '../shared/call.ts';
import {
  addressLimits,
  CardVaultProfile,
  IneligibleCard,
  longestHolderName,
  shownWithAddress,
  withState,
} from './cards.ts';
import { Guid, RunningNumber } from '../shared/common.ts';
import { type FileErrors, asksVault } from '../shared/shared-errors.ts';

/** Maximum number of cards that an account may keep (decision P2.44). */
export const mostStoredCards = 10;

/**
 * The account's own site, whose provider keeps its cards. For any other site, the answer is as if there were no
 * cards.
 */
const siteId = RunningNumber.optional();

/** A billing address as the vault takes it. The country is required, and the state if the country has states. */
export const VaultAddressInput = z
  .strictObject({
    nickName: z.string().trim().max(addressLimits.nickName).default(''),
    address1: z.string().trim().max(addressLimits.address1).default(''),
    address2: z.string().trim().max(addressLimits.address2).default(''),
    town: z.string().trim().max(addressLimits.town).default(''),
    state: z.string().trim().max(addressLimits.state).default(''),
    postcode: z.string().trim().max(addressLimits.postcode).default(''),
    country: z.string().length(2),
    /** Makes this address the default. The current default stays until another one replaces it. */
    isDefault: z.boolean().default(false),
    ...shownWithAddress,
  })
  .transform(withState);
export type VaultAddressInput = z.output<typeof VaultAddressInput>;

/**
 * Takes the place of the profile's id in a path if the account has none yet. Its first address creates one
 * (decision P7.6).
 */
export const newProfile = 'new';

const ProfilePath = z.object({ id: z.string().min(1).max(100) });
const AddressPath = ProfilePath.extend({ addressId: z.string().min(1).max(100) });
const CardPath = ProfilePath.extend({ cardId: z.string().min(1).max(100) });

/** The profile after the change. */
const ProfileAnswer = z.object({ profile: CardVaultProfile });

/** The site of a delete, in the query or in the body (decision P7.7). */
const SiteOfDelete = z.strictObject({ siteId });

const ofAccount = { access: 'account', permissions: ['invoicingEnabled'] as Permission[] } as const;

/**
 * Errors of all these calls: NOT_FOUND for a profile, card or address of another account, CARD_REFUSED,
 * PROVIDER_UNAVAILABLE.
 */
export const addBillingAddress = call({
  ...ofAccount,
  name: 'addBillingAddress',
  summary: 'Store a billing address',
  method: 'POST',
  path: 'paysafe/profiles/:id/address',
  params: ProfilePath,
  body: z.strictObject({ address: VaultAddressInput, siteId }),
  answer: ProfileAnswer,
});

export const updateBillingAddress = call({
  ...ofAccount,
  name: 'updateBillingAddress',
  summary: 'Change a stored billing address or make it the default',
  method: 'POST',
  path: 'paysafe/profiles/:id/address/:addressId',
  params: AddressPath,
  body: z.strictObject({ address: VaultAddressInput, siteId }),
  answer: ProfileAnswer,
});

/** ADDRESS_IN_USE names the card that uses this billing address (decision P5.12). */
export const deleteBillingAddress = call({
  ...ofAccount,
  name: 'deleteBillingAddress',
  summary: 'Delete a billing address that no card uses',
  method: 'DELETE',
  path: 'paysafe/profiles/:id/address/:addressId',
  params: AddressPath,
  query: SiteOfDelete,
  body: SiteOfDelete,
  answer: ProfileAnswer,
});

/** A new card. The provider's own frames made a single-use token of it. */
const NewCard = z.strictObject({
  token: z.string().min(1).max(100),
  holderName: z.string().trim().min(1).max(longestHolderName),
  nickName: z.string().trim().max(addressLimits.nickName).default(''),
  /** The customer's locale, for the provider. */
  locale: z.string().max(35).optional(),
  /** A new address. `billingAddressId` names one of the profile instead. */
  address: VaultAddressInput.optional(),
  billingAddressId: z.string().max(100).optional(),
  isDefault: z.boolean().default(false),
  siteId,
});

/** If the card is kept already, it gets the new name and address. Error: TOO_MANY_CARDS beyond ten. */
export const addCard = call({
  ...ofAccount,
  name: 'addCard',
  summary: "Store a card in the provider's vault",
  method: 'POST',
  path: 'paysafe/profiles/by-guid/:accountGuid/card',
  accountIn: 'params.accountGuid',
  params: z.object({ accountGuid: Guid }),
  body: NewCard,
  answer: ProfileAnswer,
});

export const updateCard = call({
  ...ofAccount,
  name: 'updateCard',
  summary: 'Give a stored card another billing address or make it the default',
  method: 'POST',
  path: 'paysafe/profiles/:id/card/:cardId',
  params: CardPath,
  body: z
    .strictObject({
      billingAddressId: z.string().max(100).optional(),
      /** False changes nothing: the default card stays until another one replaces it. */
      isDefault: z.boolean().optional(),
      siteId,
    })
    .refine(({ billingAddressId, isDefault }) => billingAddressId !== undefined || isDefault, {
      message: 'what is to change',
    }),
  answer: ProfileAnswer,
});

export const addAddressToCard = call({
  ...ofAccount,
  name: 'addAddressToCard',
  summary: 'Store a billing address and give it to a stored card',
  method: 'POST',
  path: 'paysafe/profiles/:id/card/:cardId/new-address',
  params: CardPath,
  body: z.strictObject({ address: VaultAddressInput, siteId }),
  answer: ProfileAnswer,
});

/** If it was the default card, the newest card that is still valid becomes the default (decision P5.11). */
export const deleteCard = call({
  ...ofAccount,
  name: 'deleteCard',
  summary: 'Delete a stored card',
  method: 'DELETE',
  path: 'paysafe/profiles/:id/card/:cardId',
  params: CardPath,
  query: SiteOfDelete,
  body: SiteOfDelete,
  answer: ProfileAnswer,
});

const IneligiblePath = z.object({ guid: Guid, id: RunningNumber });
const IneligibleAnswer = z.object({ cards: z.array(IneligibleCard) });

/**
 * Keeps a newly typed card in place of one that can't pay any more (decision C2.40). Its bank must have
 * authenticated the customer (3-D Secure). The server asks the provider for that result, else
 * CARD_NOT_AUTHENTICATED.
 */
export const registerIneligibleCard = call({
  ...ofAccount,
  name: 'registerIneligibleCard',
  summary: 'Store a card in place of one that can no longer pay',
  method: 'POST',
  path: 'portal/account/:guid/ineligible-cards/:id/register',
  accountIn: 'params.guid',
  feature: 'ineligible-vaulted-cards',
  params: IneligiblePath,
  body: NewCard,
  answer: IneligibleAnswer.extend({ profile: CardVaultProfile }),
});

export const deleteIneligibleCard = call({
  ...ofAccount,
  name: 'deleteIneligibleCard',
  summary: 'Delete a card that can no longer pay',
  method: 'DELETE',
  path: 'portal/account/:guid/ineligible-cards/:id',
  accountIn: 'params.guid',
  feature: 'ineligible-vaulted-cards',
  params: IneligiblePath,
  answer: IneligibleAnswer,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    CARD_NOT_AUTHENTICATED: 409,
    TOO_MANY_CARDS: 409,
    ADDRESS_IN_USE: 409,
  },
  calls: {
    addBillingAddress: asksVault,
    updateBillingAddress: asksVault,
    deleteBillingAddress: ['ADDRESS_IN_USE', ...asksVault],
    addCard: ['TOO_MANY_CARDS', ...asksVault],
    updateCard: asksVault,
    addAddressToCard: asksVault,
    deleteCard: asksVault,
    registerIneligibleCard: ['CARD_NOT_AUTHENTICATED', 'TOO_MANY_CARDS', ...asksVault],
    deleteIneligibleCard: asksVault,
  },
} as const satisfies FileErrors;
