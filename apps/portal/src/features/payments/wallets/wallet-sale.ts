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

/** The brands that the provider's settings name, however they name them; Mastercard and Visa where they name none. */
export function acceptedBrands({ config: { acceptedCards } }: Pick<PaymentProvider, 'config'>): string[] {
  if (acceptedCards.length === 0) return ['MASTERCARD', 'VISA'];
  return [...new Set(acceptedCards.map((code) => brands[code.toUpperCase()] ?? code.toUpperCase()))].toSorted();
}

const brands: Readonly<Record<string, string>> = {
  AM: 'AMEX',
  MC: 'MASTERCARD',
  MD: 'MASTERCARD',
  PL: 'MASTERCARD',
  VE: 'VISA',
  VI: 'VISA',
  DI: 'DISCOVER',
  JC: 'JCB',
};

/** From whole minor units, so that what the sheet shows is what is asked for. */
export function decimalText(amount: number, decimalPlaces: number): string {
  const minor = Math.round(amount * 10 ** decimalPlaces);
  return (minor / 10 ** decimalPlaces).toFixed(decimalPlaces);
}
