/** The numeric codes of ISO 4217, by which Apple's tokens name currencies. */
const numbers: Readonly<Record<string, string>> = {
  USD: '840',
  GBP: '826',
  EUR: '978',
  CHF: '756',
  DKK: '208',
  NOK: '578',
  SEK: '752',
  HUF: '348',
  JPY: '392',
  TND: '788',
};

export const numberOf = (currency: string): string | undefined => numbers[currency];

export const currencyOf = (number: string): string =>
  Object.entries(numbers).find(([, each]) => each === number)?.[0] ?? 'USD';
