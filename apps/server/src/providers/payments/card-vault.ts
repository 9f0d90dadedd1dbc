import type { BillingAddress, BillingAddressInput, StoredCard, StoredCardTokens } from '@quayside/contract/cards.ts';

/** A customer as a vault of cards knows one. */
export interface VaultCustomer {
  /** Ours, unique in the provider's account. */
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
  /** Whether a card has expired is for the site's calendar to say. */
  cards: Omit<StoredCard, 'hasExpired'>[];
  addresses: BillingAddress[];
}

export interface CardToKeep {
  /** Single use. It may have paid, but it has not been kept before. */
  singleUseToken: string;
  holderName: string;
  nickName: string;
  billing: BillingAddressInput | null;
  /** An address that the profile has already. */
  billingAddressId: string | null;
}

/** What is kept of a card beside what the provider read from it. */
export type CardChanges = Partial<Pick<StoredCard, 'holderName' | 'nickName' | 'billingAddressId'>> & {
  /** Becomes the default one; another stops being it. */
  isDefault?: true;
};

/** An address to keep: which one is the default is the profile's to say. */
export type AddressToKeep = BillingAddressInput & Pick<BillingAddress, 'isDefault'>;

/** What a bank said about the holder of a card that was typed into the provider's frames. */
export interface TokenAuthentication {
  version: number;
  cardType: string | null;
  enrollment: string | null;
  result: string | null;
}

/** Cards that stay with the provider. Its members throw ProviderFault where the provider does not do what is asked. */
export interface CardVault {
  /** The customer's profile, made where there is none. @returns its id */
  ensureProfile(customer: VaultCustomer): Promise<string>;
  /** null: the provider has no such profile any more. */
  readProfile(profileId: string): Promise<VaultProfile | null>;
  /**
   * Single-use tokens of the customer and of one card, with which a browser can have the card's security code typed at the
   * provider. Mints new ones each time. @param reference ours, for the provider's own records @returns null where the
   * profile has no such card
   */
  mintCardTokens(profileId: string, cardId: string, reference: string): Promise<StoredCardTokens | null>;
  /** Keeps a card and its address. One that is kept already stays as it is. */
  keepCard(profileId: string, card: CardToKeep): Promise<{ cardId: string; wasKept: boolean }>;
  /** Whatever is not named stays. */
  changeCard(profileId: string, cardId: string, changes: CardChanges): Promise<void>;
  /** One that is not there any more is as if it were removed now. */
  removeCard(profileId: string, cardId: string): Promise<void>;
  /** @returns its id; where the answer was lost, of the same address that the profile has got meanwhile */
  addAddress(profileId: string, address: AddressToKeep): Promise<string>;
  changeAddress(profileId: string, addressId: string, address: AddressToKeep): Promise<void>;
  removeAddress(profileId: string, addressId: string): Promise<void>;
  /** Whether the bank recognised its customer when a single-use token was made; null where nobody asked it. */
  readAuthentication(singleUseToken: string): Promise<TokenAuthentication | null>;
}
