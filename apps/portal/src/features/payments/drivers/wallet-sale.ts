import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';

/** The payment as the wallet's sheet shows it. */
export interface WalletSale {
  /** In major units. */
  amount: number;
  currencyCode: string;
  decimalPlaces: number;
  /** The marina's country, or its currency's country if it has none. */
  countryCode: string;
  /** The payee that the sheet names. */
  merchantName: string;
}

/** The card networks that marinas' providers take, in Google's names. Google refuses the sheet for any other name. */
export type CardNetwork = 'AMEX' | 'DISCOVER' | 'INTERAC' | 'JCB' | 'MASTERCARD' | 'VISA';

/**
 * Returns the networks of the cards that the provider's settings name; Mastercard and Visa if they name none. Empty
 * if no wallet supports any of them.
 */
export function acceptedNetworks({ config: { acceptedCards } }: Pick<PaymentProvider, 'config'>): CardNetwork[] {
  if (acceptedCards.length === 0) return ['MASTERCARD', 'VISA'];
  const accepted = acceptedCards.map((code) => code.toUpperCase());
  return cardNetworks.filter((network) => codes[network].some((code) => accepted.includes(code)));
}

// Google accepts MAESTRO and ELECTRON only in Brazil. Elsewhere they count as Mastercard and Visa.
const codes: Readonly<Record<CardNetwork, readonly string[]>> = {
  AMEX: ['AM', 'AMEX'],
  DISCOVER: ['DI', 'DISCOVER'],
  INTERAC: ['INTERAC'],
  JCB: ['JC', 'JCB'],
  MASTERCARD: ['MC', 'MD', 'PL', 'MAESTRO', 'MASTERCARD'],
  VISA: ['VD', 'VE', 'VI', 'VISA'],
};
const cardNetworks = Object.keys(codes) as CardNetwork[];

/** Formats an amount from whole minor units, so that the sheet shows exactly the amount that is charged. */
export function decimalText(amount: number, decimalPlaces: number): string {
  const minor = Math.round(amount * 10 ** decimalPlaces);
  return (minor / 10 ** decimalPlaces).toFixed(decimalPlaces);
}
