import type { Language } from '../http/language.ts';

/** The texts of the bank's pages. */
export interface BankTexts {
  readonly bank: string;
  readonly banner: string;
  readonly title: string;
  readonly intro: string;
  readonly merchant: string;
  readonly amount: string;
  readonly card: string;
  readonly cardEnding: (lastDigits: string) => string;
  readonly code: string;
  readonly codeHint: string;
  readonly codeMissing: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly returning: string;
  readonly goOn: string;
  readonly unknown: string;
}

export const bankTexts: Readonly<Record<Language, BankTexts>> = {
  en: {
    bank: 'Lantern Bank',
    banner: 'Sandbox: this is not a real bank. The code is 1234; any other is refused.',
    title: 'Confirm your payment',
    intro: 'We have sent a code to your phone. Enter it to show that it is you.',
    merchant: 'Paid to',
    amount: 'Amount',
    card: 'Card',
    cardEnding: (lastDigits) => `ending ${lastDigits}`,
    code: 'Code',
    codeHint: 'The digits in the text message',
    codeMissing: 'Enter the code that we have sent you.',
    confirm: 'Confirm',
    cancel: 'Cancel',
    returning: 'Taking you back to the payment…',
    goOn: 'Continue',
    unknown: 'This request is not known, or its time is over. Go back to the payment and try again.',
  },
  fr: {
    bank: 'Banque du Phare',
    banner: 'Bac à sable : ceci n’est pas une vraie banque. Le code est 1234 ; tout autre est refusé.',
    title: 'Confirmez votre paiement',
    intro: 'Nous avons envoyé un code sur votre téléphone. Saisissez-le pour confirmer que c’est bien vous.',
    merchant: 'Payé à',
    amount: 'Montant',
    card: 'Carte',
    cardEnding: (lastDigits) => `se terminant par ${lastDigits}`,
    code: 'Code',
    codeHint: 'Les chiffres reçus par SMS',
    codeMissing: 'Saisissez le code que nous vous avons envoyé.',
    confirm: 'Confirmer',
    cancel: 'Annuler',
    returning: 'Retour au paiement…',
    goOn: 'Continuer',
    unknown: 'Cette demande est inconnue ou a expiré. Revenez au paiement et réessayez.',
  },
};
