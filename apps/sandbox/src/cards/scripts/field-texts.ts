import type { FieldName } from './frame-messages.ts';
import { isFrench } from './script-error.ts';

interface FieldTexts {
  /** The name for screen readers, if the page gives none. */
  readonly label: string;
  readonly errorMessage: string;
  /** The field's name inside a sentence. */
  readonly inSentence: string;
}

const english: Readonly<Record<FieldName, FieldTexts>> = {
  cardNumber: {
    label: 'Card number',
    errorMessage: 'Enter a card number that is complete and right.',
    inSentence: 'card number',
  },
  expiryDate: {
    label: 'Expiry date, month and year',
    errorMessage: 'Enter a month and year that are not past.',
    inSentence: 'expiry date',
  },
  cvv: {
    label: 'Security code',
    errorMessage: 'Enter the three or four digits of the security code.',
    inSentence: 'security code',
  },
};

const french: Readonly<Record<FieldName, FieldTexts>> = {
  cardNumber: {
    label: 'Numéro de carte',
    errorMessage: 'Saisissez un numéro de carte complet et exact.',
    inSentence: 'numéro de carte',
  },
  expiryDate: {
    label: 'Date d’expiration, mois et année',
    errorMessage: 'Saisissez un mois et une année non dépassés.',
    inSentence: 'date d’expiration',
  },
  cvv: {
    label: 'Code de sécurité',
    errorMessage: 'Saisissez les trois ou quatre chiffres du code de sécurité.',
    inSentence: 'code de sécurité',
  },
};

export function fieldTexts(name: FieldName): FieldTexts {
  return (isFrench() ? french : english)[name];
}

export function invalidFieldsText(names: readonly FieldName[]): string {
  const list = names.map((name) => fieldTexts(name).inSentence).join(', ');
  return isFrench() ? `Champs non valides : ${list}.` : `Invalid fields: ${list}.`;
}
