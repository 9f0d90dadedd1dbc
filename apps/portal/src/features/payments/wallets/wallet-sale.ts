import type { PaymentProvider } from '@quayside/contract/payments.ts';

/** What is paid by a wallet, as its sheet shows it. */
export interface WalletSale {
  /** In major units. */
  amount: number;
  currencyCode: string;
  decimalPlaces: number;
  /** Of the marina; its currency's where it has none. */
  countryCode: string;
  /** Whom the sheet says that is paid. */
  merchantName: string;
}

/** Card networks as Google names them, of those that marinas' providers take. Any other makes Google refuse the sheet. */
export type CardNetwork = 'AMEX' | 'DISCOVER' | 'INTERAC' | 'JCB' | 'MASTERCARD' | 'VISA';

/**
 * The networks of the cards that the provider's settings name; Mastercard and Visa where they name none. Empty where no
 * wallet has any of them.
 */
export function acceptedNetworks({ config: { acceptedCards } }: Pick<PaymentProvider, 'config'>): CardNetwork[] {
  if (acceptedCards.length === 0) return ['MASTERCARD', 'VISA'];
  const accepted = acceptedCards.map((code) => code.toUpperCase());
  return cardNetworks.filter((network) => codes[network].some((code) => accepted.includes(code)));
}

// Google takes MAESTRO and ELECTRON in Brazil alone: elsewhere they are Mastercard and Visa.
const codes: Readonly<Record<CardNetwork, readonly string[]>> = {
  AMEX: ['AM', 'AMEX'],
  DISCOVER: ['DI', 'DISCOVER'],
  INTERAC: ['INTERAC'],
  JCB: ['JC', 'JCB'],
  MASTERCARD: ['MC', 'MD', 'PL', 'MAESTRO', 'MASTERCARD'],
  VISA: ['VD', 'VE', 'VI', 'VISA'],
};
const cardNetworks = Object.keys(codes) as CardNetwork[];

/** From whole minor units, so that what the sheet shows is what is asked for. */
export function decimalText(amount: number, decimalPlaces: number): string {
  const minor = Math.round(amount * 10 ** decimalPlaces);
  return (minor / 10 ** decimalPlaces).toFixed(decimalPlaces);
}
