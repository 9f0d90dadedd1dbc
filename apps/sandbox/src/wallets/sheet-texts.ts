import type { Language } from '../http/language.ts';
import type { WalletCard } from './wallet-cards.ts';

interface SheetTexts {
  readonly banner: string;
  readonly titles: Readonly<Record<'google-pay' | 'apple-pay', string>>;
  readonly cards: string;
  readonly hints: Readonly<Record<WalletCard['hint'], string>>;
  readonly pay: string;
  readonly cancel: string;
  readonly paid: string;
  readonly notPaid: string;
}

export const sheetTexts: Readonly<Record<Language, SheetTexts>> = {
  en: {
    banner: 'Sandbox: this is no real wallet. No money moves.',
    titles: { 'google-pay': 'Google Pay', 'apple-pay': 'Apple Pay' },
    cards: 'Card to pay with',
    hints: {
      asks: 'the bank asks for its code, 1234',
      passes: 'paid without a question',
      refuses: 'the bank refuses at once',
      device: 'on this device',
    },
    pay: 'Pay',
    cancel: 'Cancel',
    paid: 'Done',
    notPaid: 'Payment not completed',
  },
  fr: {
    banner: 'Bac à sable : ce n’est pas un vrai portefeuille. Aucun argent ne circule.',
    titles: { 'google-pay': 'Google Pay', 'apple-pay': 'Apple Pay' },
    cards: 'Payer avec la carte',
    hints: {
      asks: 'la banque demande son code, 1234',
      passes: 'payé sans question',
      refuses: 'la banque refuse aussitôt',
      device: 'sur cet appareil',
    },
    pay: 'Payer',
    cancel: 'Annuler',
    paid: 'Terminé',
    notPaid: 'Paiement non effectué',
  },
};
