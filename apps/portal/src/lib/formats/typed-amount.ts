import { decimalToMinor, narrowCurrency } from '@quayside/contract/shared/money.ts';
import { numberFormat } from './formatters.ts';
import type { Currency } from './money.ts';

interface TypedAmount {
  /** In minor units. */
  minor: number;
  /** True for a text such as `1,234`, which may also mean 1.234: then `minor` is the larger of the two. */
  isUnclear: boolean;
}

/**
 * Reads an amount as people type it, or paste it from a page: `75`, `75,50`, `1.234,56`, `1 234,56`, `£75`. Null if it
 * is none in this currency. A caller must ask again if it is unclear: otherwise somebody pays a thousandth.
 */
export function readAmount(text: string, currency: Currency, language: string): TypedAmount | null {
  const { currencyDecimalPlaces: places } = currency;
  const typed = withoutSign(latin(text), currency, language);
  const separator = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(typed)?.[1];
  // A dinar has three decimals. Its readers write them behind the decimal separator of their language.
  const isDecimal = places === 3 && separator === pointIn(language);
  const decimal = isDecimal ? typed.replace(',', '.') : decimalOf(typed);
  const minor = decimal === null ? null : decimalToMinor(decimal, places);
  // Yen have no decimals, so a separator can only part thousands.
  return minor === null ? null : { minor, isUnclear: separator !== undefined && !isDecimal && places > 0 };
}

/** Returns a number with a decimal point and nothing else. Null if it is none. One separator parts all thousands. */
function decimalOf(typed: string): string | null {
  const match =
    /^([1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/.exec(typed) ??
    /^(\d+)()(?:[.,](\d+))?$/.exec(typed);
  if (!match) return null;
  const [, whole = '', , decimals] = match;
  return [whole.replaceAll(/\D/g, ''), ...(decimals === undefined ? [] : [decimals])].join('.');
}

/** Writes an amount as `readAmount` reads it everywhere, such as 1245.00 or 1245,00. @param amount in major units */
export function writeTyped(amount: number, { currencyDecimalPlaces: places }: Currency, language: string): string {
  const options = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false };
  return numberFormat(language, options).format(amount);
}

/** Writes Arabic and Persian digits and separators as ours, and all blanks alike, without invisible marks. */
const latin = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s/g, ' ')
    .trim();

/** Omits the currency's own sign or code. Another currency's sign stays, so that the text is no amount. */
function withoutSign(typed: string, { isoCurrencyCode: currency }: Currency, language: string): string {
  const drawn = partOf('currency', language, { ...narrowCurrency, currency }).replaceAll(/\p{Cf}/gu, '');
  const signs = [drawn, /\p{Sc}/u.exec(drawn)?.[0] ?? '', currency, currency.toLowerCase()].filter(Boolean);
  const sign = signs.find((each) => typed.startsWith(each) || typed.endsWith(each));
  if (sign === undefined) return typed;
  return (typed.startsWith(sign) ? typed.slice(sign.length) : typed.slice(0, -sign.length)).trim();
}

const pointIn = (language: string) => latin(partOf('decimal', language, { minimumFractionDigits: 1 }));

function partOf(type: Intl.NumberFormatPartTypes, language: string, options: Intl.NumberFormatOptions): string {
  return (
    numberFormat(language, options)
      .formatToParts(0)
      .find((part) => part.type === type)?.value ?? ''
  );
}
