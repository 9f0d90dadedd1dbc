import { type CardType, cardTypeOf, isInDate, isKnownLength, passesLuhn } from './card-number.ts';
import type { FieldName } from './frame-messages.ts';

/** The way in which a field handles input: its digits, how it shows them, and when they are valid. */
export interface FieldFormat {
  readonly autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc';
  /** Returns the digits of `text`, cut to the length that the field accepts. */
  digitsOf(text: string, cardType: CardType | undefined): string;
  show(digits: string): string;
  isValid(digits: string, cardType: CardType | undefined, now: number): boolean;
}

const onlyDigits = (text: string) => text.replace(/\D/g, '');

const cardNumber: FieldFormat = {
  autocomplete: 'cc-number',
  digitsOf(text) {
    const digits = onlyDigits(text);
    return digits.slice(0, longestOf(digits));
  },
  show(digits) {
    const groups = cardTypeOf(digits) === 'AM' ? /^(\d{0,4})(\d{0,6})(\d{0,5})/ : /(\d{1,4})/g;
    const parts = groups.global ? digits.match(groups) : groups.exec(digits)?.slice(1);
    return (parts ?? []).filter((part) => part !== '').join(' ');
  },
  isValid: (digits) => digits.length > 11 && passesLuhn(digits) && isKnownLength(digits),
};

const expiryDate: FieldFormat = {
  autocomplete: 'cc-exp',
  digitsOf(text) {
    // Browsers fill in 12/2030 as well as 12/30, and people type 1/30.
    const [month = '', year] = text.split(/[^\d]+/).filter((part) => part !== '');
    const digits = year === undefined ? month : month.padStart(2, '0') + (year.length === 4 ? year.slice(2) : year);
    const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    return padded.length === 6 && padded.slice(2, 4) === '20'
      ? padded.slice(0, 2) + padded.slice(4)
      : padded.slice(0, 4);
  },
  show: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
  isValid(digits, _cardType, now) {
    const { month, year } = expiryOf(digits);
    return digits.length === 4 && month >= 1 && month <= 12 && isInDate({ month, year }, now);
  },
};

const cvv: FieldFormat = {
  autocomplete: 'cc-csc',
  digitsOf: (text, cardType) => onlyDigits(text).slice(0, cardType === undefined ? 4 : codeLengthOf(cardType)),
  show: (digits) => digits,
  isValid: (digits, cardType) =>
    cardType === undefined ? digits.length === 3 || digits.length === 4 : digits.length === codeLengthOf(cardType),
};

export const fieldFormats: Readonly<Record<FieldName, FieldFormat>> = { cardNumber, expiryDate, cvv };

/** Returns the month and full year of an expiry date's four digits. */
export function expiryOf(digits: string): { month: number; year: number } {
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

function codeLengthOf(cardType: CardType): number {
  return cardType === 'AM' ? 4 : 3;
}

function longestOf(digits: string): number {
  switch (cardTypeOf(digits)) {
    case 'AM':
      return 15;
    case 'MC':
    case 'JC':
    case 'DI':
    case 'DC':
      return 16;
    default:
      return 19;
  }
}
