import type {
  BillingAddress,
  BillingAddressInput,
  StoredCard,
  StoredCardTokens,
} from '@quayside/contract/cards/cards.ts';

/** A customer as a card vault knows them. */
export interface VaultCustomer {
  /** Our id, unique in the provider's account. */
  customerId: string;
  /** Such as `en-GB`. */
  language: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  cellPhone: string;
}

export interface VaultProfile {
  id: string;
  /** Without `hasExpired`: the site's calendar decides that. */
  cards: Omit<StoredCard, 'hasExpired'>[];
  addresses: BillingAddress[];
}

export interface CardToKeep {
  /** Single use. It may have paid, but no card was kept with it. */
  singleUseToken: string;
  holderName: string;
  nickName: string;
  billing: BillingAddressInput | null;
  /** An address that the profile has already. */
  billingAddressId: string | null;
}

/** The details of a card beside those that the provider read from it. */
export type CardChanges = Partial<Pick<StoredCard, 'holderName' | 'nickName' | 'billingAddressId'>> & {
  /** Makes it the default card, in place of another. */
  isDefault?: true;
};

/** An address to keep, with its place as the default. */
export type AddressToKeep = BillingAddressInput & Pick<BillingAddress, 'isDefault'>;

/** A bank's word about the holder of a card that was typed into the provider's frames. */
export interface TokenAuthentication {
  version: number;
  cardType: string | null;
  enrollment: string | null;
  result: string | null;
}

/** Cards that stay with the provider. The members throw ProviderFault if the provider does not do what is asked. */
export interface CardVault {
  /** Finds the customer's profile, or makes it. @returns its id */
  ensureProfile(customer: VaultCustomer): Promise<string>;
  /** Resolves with null if the provider has no such profile any more. */
  readProfile(profileId: string): Promise<VaultProfile | null>;
  /**
   * Makes single-use tokens of the customer and of one card, new ones each time. With them a browser can have the
   * card's security code typed at the provider.
   * @param reference ours, for the provider's own records
   * @returns null if the profile has no such card
   */
  mintCardTokens(profileId: string, cardId: string, reference: string): Promise<StoredCardTokens | null>;
  /** Keeps a card and its address. A card that is kept already stays as it is. */
  keepCard(profileId: string, card: CardToKeep): Promise<{ cardId: string; wasKept: boolean }>;
  /** Changes a card. Fields that are not named stay. */
  changeCard(profileId: string, cardId: string, changes: CardChanges): Promise<void>;
  /** Removes a card. It also succeeds if the card is gone already. */
  removeCard(profileId: string, cardId: string): Promise<void>;
  /** Adds an address. @returns its id; after a lost answer, that of the same address that the profile now has */
  addAddress(profileId: string, address: AddressToKeep): Promise<string>;
  changeAddress(profileId: string, addressId: string, address: AddressToKeep): Promise<void>;
  removeAddress(profileId: string, addressId: string): Promise<void>;
  /** Returns the bank's word about its customer when a single-use token was made; null if nobody asked the bank. */
  readAuthentication(singleUseToken: string): Promise<TokenAuthentication | null>;
}
