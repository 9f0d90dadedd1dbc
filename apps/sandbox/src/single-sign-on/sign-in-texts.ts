import type { Language } from '../http/language.ts';

/** The texts of the providers' pages. */
export interface SignInTexts {
  readonly banner: string;
  readonly title: string;
  readonly purpose: (client: string, brand: string) => string;
  readonly email: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly signIn: string;
  readonly cancel: string;
  readonly missing: string;
  readonly wrong: string;
  readonly errorPrefix: string;
  readonly people: string;
  readonly peopleHint: string;
  readonly verified: string;
  readonly unverified: string;
  readonly refusedTitle: string;
  readonly refused: string;
  readonly expiredTitle: string;
  readonly expired: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  en: {
    banner: 'Sandbox: this provider is not real. Never type a real password.',
    title: 'Sign in',
    purpose: (client, brand) => `${client} asks ${brand} who you are.`,
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'In the sandbox it is “sandbox”, for everybody.',
    signIn: 'Sign in',
    cancel: 'Cancel',
    missing: 'Enter your e-mail address and your password.',
    wrong: 'Nobody has this e-mail address and this password. Check both and try again.',
    errorPrefix: 'Error:',
    people: 'Or be one of these people',
    peopleHint: 'Only the sandbox lets you choose.',
    verified: 'address confirmed',
    unverified: 'address not confirmed',
    refusedTitle: 'This sign-in cannot start',
    refused: 'The site that sent you here asked in a way that we do not accept.',
    expiredTitle: 'This sign-in is over',
    expired: 'It was finished already, or its time has run out. Go back to the marina’s site and start again.',
  },
  fr: {
    banner: 'Bac à sable : ce fournisseur n’est pas réel. Ne saisissez jamais un vrai mot de passe.',
    title: 'Connexion',
    purpose: (client, brand) => `${client} demande à ${brand} qui vous êtes.`,
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    passwordHint: 'Dans le bac à sable, c’est « sandbox » pour tout le monde.',
    signIn: 'Se connecter',
    cancel: 'Annuler',
    missing: 'Saisissez votre adresse e-mail et votre mot de passe.',
    wrong: 'Personne n’a cette adresse e-mail avec ce mot de passe. Vérifiez les deux et réessayez.',
    errorPrefix: 'Erreur :',
    people: 'Ou soyez l’une de ces personnes',
    peopleHint: 'Seul le bac à sable vous laisse choisir.',
    verified: 'adresse confirmée',
    unverified: 'adresse non confirmée',
    refusedTitle: 'Cette connexion ne peut pas commencer',
    refused: 'Le site qui vous a envoyé ici a posé sa demande d’une façon que nous n’acceptons pas.',
    expiredTitle: 'Cette connexion est terminée',
    expired: 'Elle est déjà achevée, ou son délai est passé. Revenez au site du port et recommencez.',
  },
};
