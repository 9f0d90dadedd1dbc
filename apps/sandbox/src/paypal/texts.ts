import type { Language } from '../http/language.ts';

/** The texts of the provider's pages. */
export interface PaypalTexts {
  readonly banner: string;
  readonly signInTitle: string;
  readonly signInFor: (payee: string, amount: string) => string;
  readonly email: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly signIn: string;
  readonly wrong: string;
  readonly hello: (name: string) => string;
  readonly payee: string;
  readonly amount: string;
  readonly purpose: string;
  readonly payWith: string;
  readonly balance: string;
  readonly pay: (amount: string) => string;
  readonly goOn: string;
  readonly cancel: string;
  readonly others: string;
  readonly othersHint: string;
  readonly outcomes: Readonly<Record<'decline' | 'review' | 'stay', string>>;
  readonly stayed: string;
  readonly overTitle: string;
  readonly over: string;
  readonly back: (payee: string) => string;
  readonly unknownTitle: string;
  readonly unknown: string;
}

export const paypalTexts: Readonly<Record<Language, PaypalTexts>> = {
  en: {
    banner: 'Sandbox: this is not PayPal. Never type a real password.',
    signInTitle: 'Sign in to pay',
    signInFor: (payee, amount) => `You are paying ${amount} to ${payee}.`,
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'In the sandbox it is “sandbox”.',
    signIn: 'Sign in',
    wrong: 'Check the e-mail address and the password, and try again.',
    hello: (name) => `Hello ${name}`,
    payee: 'Paid to',
    amount: 'Amount',
    purpose: 'For',
    payWith: 'Pay with',
    balance: 'Account balance',
    pay: (amount) => `Pay ${amount}`,
    goOn: 'Continue',
    cancel: 'Cancel and go back',
    others: 'Or let something else happen',
    othersHint: 'Only the sandbox lets you choose.',
    outcomes: {
      decline: 'Agree, but the money cannot be taken',
      review: 'Agree, and the payment is held for review',
      stay: 'Agree, but you are never sent back',
    },
    stayed: 'You have agreed. In real life this is where your connection breaks off.',
    overTitle: 'Nothing left to do here',
    over: 'This payment was agreed to already, or it is over.',
    back: (payee) => `Back to ${payee}`,
    unknownTitle: 'Nothing to pay here',
    unknown: 'This payment is not known. Go back to whoever sent you, and start again.',
  },
  fr: {
    banner: 'Bac à sable : ceci n’est pas PayPal. Ne saisissez jamais un vrai mot de passe.',
    signInTitle: 'Connectez-vous pour payer',
    signInFor: (payee, amount) => `Vous payez ${amount} à ${payee}.`,
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    passwordHint: 'Dans le bac à sable, c’est « sandbox ».',
    signIn: 'Se connecter',
    wrong: 'Vérifiez l’adresse e-mail et le mot de passe, puis réessayez.',
    hello: (name) => `Bonjour ${name}`,
    payee: 'Payé à',
    amount: 'Montant',
    purpose: 'Pour',
    payWith: 'Payer avec',
    balance: 'Solde du compte',
    pay: (amount) => `Payer ${amount}`,
    goOn: 'Continuer',
    cancel: 'Annuler et revenir',
    others: 'Ou laissez se produire autre chose',
    othersHint: 'Seul le bac à sable vous laisse choisir.',
    outcomes: {
      decline: 'Accepter, mais l’argent ne peut pas être prélevé',
      review: 'Accepter, et le paiement est retenu pour vérification',
      stay: 'Accepter, mais vous n’êtes jamais renvoyé',
    },
    stayed: 'Vous avez accepté. Dans la vraie vie, c’est ici que votre connexion se coupe.',
    overTitle: 'Plus rien à faire ici',
    over: 'Ce paiement a déjà été accepté, ou il est terminé.',
    back: (payee) => `Revenir à ${payee}`,
    unknownTitle: 'Rien à payer ici',
    unknown: 'Ce paiement est inconnu. Revenez à qui vous a envoyé et recommencez.',
  },
};
