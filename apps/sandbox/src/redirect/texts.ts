import type { Language } from '../http/language.ts';

/** The texts of the provider's pages. */
export interface RedirectTexts {
  readonly brand: string;
  readonly banner: string;
  readonly title: string;
  readonly payee: string;
  readonly amount: string;
  readonly purpose: string;
  readonly reference: string;
  readonly account: string;
  readonly accountHint: string;
  readonly pay: (amount: string) => string;
  readonly cancel: string;
  readonly others: string;
  readonly othersHint: string;
  readonly outcomes: Readonly<Record<'fail' | 'fail-here' | 'leave' | 'pay-here', string>>;
  readonly failed: string;
  readonly overTitle: string;
  readonly over: Readonly<
    Record<'success' | 'pending' | 'failed' | 'cancelled' | 'expired' | 'error' | 'disputed' | 'reversed', string>
  >;
  readonly paidHere: string;
  readonly back: (payee: string) => string;
  readonly unknownTitle: string;
  readonly unknown: string;
}

export const redirectTexts: Readonly<Record<Language, RedirectTexts>> = {
  en: {
    brand: 'Lighthouse Pay',
    banner: 'Sandbox: this provider is not real, and no money moves.',
    title: 'Pay from your bank account',
    payee: 'Paid to',
    amount: 'Amount',
    purpose: 'For',
    reference: 'Reference',
    account: 'From',
    accountHint: 'Current account ending 4417',
    pay: (amount) => `Pay ${amount}`,
    cancel: 'Cancel',
    others: 'Or let something else happen',
    othersHint: 'Only the sandbox lets you choose.',
    outcomes: {
      fail: 'The bank refuses, and you are sent back',
      'fail-here': 'The bank refuses, and you stay here to try again',
      leave: 'The bank takes its time: the payment stays pending',
      'pay-here': 'The bank pays, but you are never sent back',
    },
    failed: 'Your bank did not make this payment. Try again, or cancel.',
    overTitle: 'This payment is finished',
    over: {
      success: 'It was paid.',
      pending: 'Your bank is still working on it.',
      failed: 'Your bank refused it.',
      cancelled: 'It was cancelled. Nothing was taken from your account.',
      expired: 'Its time has run out. Nothing was taken from your account.',
      error: 'Something went wrong here. Nothing was taken from your account.',
      disputed: 'It was paid, and your bank is looking into it.',
      reversed: 'It was paid, and your bank has taken the money back.',
    },
    paidHere: 'It was paid. In real life this is where your connection breaks off.',
    back: (payee) => `Back to ${payee}`,
    unknownTitle: 'Nothing to pay here',
    unknown: 'This payment is not known. Go back to whoever sent you, and start again.',
  },
  fr: {
    brand: 'Phare Paiement',
    banner: 'Bac à sable : ce prestataire n’est pas réel et aucun argent ne circule.',
    title: 'Payer depuis votre compte bancaire',
    payee: 'Payé à',
    amount: 'Montant',
    purpose: 'Pour',
    reference: 'Référence',
    account: 'Depuis',
    accountHint: 'Compte courant se terminant par 4417',
    pay: (amount) => `Payer ${amount}`,
    cancel: 'Annuler',
    others: 'Ou laissez se produire autre chose',
    othersHint: 'Seul le bac à sable vous laisse choisir.',
    outcomes: {
      fail: 'La banque refuse et vous êtes renvoyé',
      'fail-here': 'La banque refuse et vous restez ici pour réessayer',
      leave: 'La banque prend son temps : le paiement reste en attente',
      'pay-here': 'La banque paie, mais vous n’êtes jamais renvoyé',
    },
    failed: 'Votre banque n’a pas effectué ce paiement. Réessayez ou annulez.',
    overTitle: 'Ce paiement est terminé',
    over: {
      success: 'Il a été payé.',
      pending: 'Votre banque s’en occupe encore.',
      failed: 'Votre banque l’a refusé.',
      cancelled: 'Il a été annulé. Rien n’a été prélevé sur votre compte.',
      expired: 'Son délai est passé. Rien n’a été prélevé sur votre compte.',
      error: 'Une erreur s’est produite ici. Rien n’a été prélevé sur votre compte.',
      disputed: 'Il a été payé, et votre banque l’examine.',
      reversed: 'Il a été payé, et votre banque a repris l’argent.',
    },
    paidHere: 'Il a été payé. Dans la vraie vie, c’est ici que votre connexion se coupe.',
    back: (payee) => `Revenir à ${payee}`,
    unknownTitle: 'Rien à payer ici',
    unknown: 'Ce paiement est inconnu. Revenez à qui vous a envoyé et recommencez.',
  },
};
