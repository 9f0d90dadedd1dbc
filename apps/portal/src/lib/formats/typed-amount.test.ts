import { expect, test } from 'vitest';
import { readAmount, writeTyped } from './typed-amount.ts';
import { formatAmount } from './money.ts';

const currencies = {
  GBP: { isoCurrencyCode: 'GBP', currencyDecimalPlaces: 2 },
  EUR: { isoCurrencyCode: 'EUR', currencyDecimalPlaces: 2 },
  JPY: { isoCurrencyCode: 'JPY', currencyDecimalPlaces: 0 },
  KWD: { isoCurrencyCode: 'KWD', currencyDecimalPlaces: 3 },
};
const languages = ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'ar'];

test.each([
  ['75', 'GBP', 7_500],
  [' 75.5 ', 'GBP', 7_550],
  ['75,50', 'GBP', 7_550],
  ['٧٥٫٥٠', 'GBP', 7_550],
  ['١٬٢٣٤٫٥٦', 'GBP', 123_456],
  ['۷۵', 'GBP', 7_500],
  ['1,234.56', 'GBP', 123_456],
  ['1.234,56', 'GBP', 123_456],
  ['1 234,56', 'GBP', 123_456],
  ['1\u202f234,56', 'GBP', 123_456],
  ['1\u00a0234', 'GBP', 123_400],
  ["12'345.60", 'GBP', 1_234_560],
  ['12’345.60', 'GBP', 1_234_560],
  ['1.234.567', 'GBP', 123_456_700],
  ['£12', 'GBP', 1_200],
  ['\u200f12.50 £', 'GBP', 1_250],
  ['12 GBP', 'GBP', 1_200],
  ['12 eur', 'EUR', 1_200],
  ['1200', 'JPY', 1_200],
  ['1,200', 'JPY', 1_200],
  ['0.125', 'KWD', 125],
  ['1234,567', 'KWD', 1_234_567],
  ['1,234.567', 'KWD', 1_234_567],
] as const)('[SHELL-237] “%s” is an amount in %s in every language', (text, currency, minor) => {
  for (const language of languages)
    expect(readAmount(text, currencies[currency], language), language).toEqual({ minor, isUnclear: false });
});

test.each([
  ['', 'GBP'],
  ['1,234.567', 'GBP'],
  ['1,234,567.891', 'GBP'],
  ['1234.567', 'GBP'],
  ['1,23,456', 'GBP'],
  ['1.234,567.89', 'GBP'],
  ['12 34', 'GBP'],
  ['12,', 'GBP'],
  ['0.125', 'GBP'],
  ['12.5', 'JPY'],
  ['-5', 'GBP'],
  ['5e2', 'GBP'],
  ['£', 'GBP'],
  ['$5', 'GBP'],
  ['12 EUR', 'GBP'],
  ['£12 GBP', 'GBP'],
  ['0,125,000', 'GBP'],
  ['99999999999999999', 'GBP'],
] as const)('[SHELL-237] “%s” is no amount in %s in any language', (text, currency) => {
  for (const language of languages) expect(readAmount(text, currencies[currency], language), language).toBeNull();
});

test.each([
  ['1,234', 'GBP', 'en-GB', 123_400],
  ['1.234', 'GBP', 'de-DE', 123_400],
  ['1.234 €', 'EUR', 'en-GB', 123_400],
  ['1,234', 'KWD', 'en-GB', 1_234_000],
  ['1.234', 'KWD', 'de-DE', 1_234_000],
] as const)('[SHELL-237] “%s” may be two amounts in %s for a reader of %s', (text, currency, language, minor) => {
  expect(readAmount(text, currencies[currency], language)).toEqual({ minor, isUnclear: true });
});

test('[SHELL-237] a dinar’s three decimals stand behind the language’s own decimal separator', () => {
  for (const [text, language] of [
    ['1.234', 'en-GB'],
    ['1,234', 'de-DE'],
    ['١٫٢٣٤', 'ar'],
  ] as const)
    expect(readAmount(text, currencies.KWD, language), language).toEqual({ minor: 1_234, isUnclear: false });
});

test('[SHELL-237] the example of a message can be typed as it is shown', () => {
  for (const language of languages)
    for (const currency of Object.values(currencies)) {
      const minor = 1_234 * 10 ** currency.currencyDecimalPlaces;
      expect(readAmount(writeTyped(1_234, currency, language), currency, language)).toEqual({
        minor,
        isUnclear: false,
      });
    }
});

test('[SHELL-237] an amount that is copied from the page is read as it is shown', () => {
  for (const language of languages)
    for (const currency of Object.values(currencies))
      for (const major of [7, 7_050, 1_234_567]) {
        const shown = formatAmount(major, currency, language);
        const minor = major * 10 ** currency.currencyDecimalPlaces;
        expect(readAmount(shown, currency, language), `${shown} in ${language}`).toEqual({ minor, isUnclear: false });
      }
});
