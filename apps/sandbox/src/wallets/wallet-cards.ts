/** A card in the wallets of the sandbox's visitors. */
export interface WalletCard {
  readonly id: string;
  readonly number: string;
  readonly network: 'VISA' | 'MASTERCARD' | 'AMEX';
  /** The card's name on the sheet. */
  readonly name: string;
  /**
   * True for a card on the device, which proves by itself who pays. Otherwise it is on file, and its bank has to be
   * asked.
   */
  readonly isOnDevice: boolean;
  readonly hint: 'asks' | 'passes' | 'refuses' | 'device';
}

export const walletCards: readonly WalletCard[] = [
  { id: 'visa-asks', number: '4000000000001091', network: 'VISA', name: 'Visa', isOnDevice: false, hint: 'asks' },
  { id: 'visa', number: '4000000000001000', network: 'VISA', name: 'Visa', isOnDevice: false, hint: 'passes' },
  {
    id: 'mastercard',
    number: '5200000000001005',
    network: 'MASTERCARD',
    name: 'Mastercard',
    isOnDevice: false,
    hint: 'passes',
  },
  { id: 'visa-refused', number: '4000000000001018', network: 'VISA', name: 'Visa', isOnDevice: false, hint: 'refuses' },
  { id: 'amex', number: '340000000001007', network: 'AMEX', name: 'Amex', isOnDevice: false, hint: 'passes' },
  { id: 'visa-device', number: '4000000000001000', network: 'VISA', name: 'Visa', isOnDevice: true, hint: 'device' },
  {
    id: 'mastercard-device',
    number: '5200000000001005',
    network: 'MASTERCARD',
    name: 'Mastercard',
    isOnDevice: true,
    hint: 'device',
  },
];

export const findWalletCard = (id: string) => walletCards.find((card) => card.id === id);

/** The expiry date of all of them. */
export const walletCardExpiry = { month: 12, year: 2039 };

export const walletOwner = {
  name: 'Jo Sailor',
  street: '8 Captains Row',
  town: 'Lymington',
  postcode: 'SO41 9QX',
  country: 'GB',
  phone: '+44 1590 670123',
};
