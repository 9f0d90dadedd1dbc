import type { Language } from '../http/language.ts';

/** One of the providers that stand for what a marina's customers may already sign in with. */
export interface Brand {
  /** Names the provider in addresses, switches and the portal's settings. */
  readonly key: string;
  readonly name: string;
  readonly motto: Readonly<Record<Language, string>>;
  /** How it signs identity tokens. */
  readonly algorithm: 'RS256' | 'ES256';
  /** Whether name and e-mail are in the identity token too, or at its userinfo address only. */
  readonly tokenHasProfile: boolean;
  /** Whether it differs from the standard as Apple documents of itself: see `apple.ts`. */
  readonly isApple: boolean;
}

/**
 * Two that keep to the standard, and different where real ones differ: a client that works with one by luck fails with the
 * other. And Apple, which differs from both.
 */
export const brands: readonly Brand[] = [
  {
    key: 'harbour-id',
    name: 'Harbour ID',
    motto: { en: 'One key to every quay', fr: 'Une clé pour tous les quais' },
    algorithm: 'RS256',
    tokenHasProfile: true,
    isApple: false,
  },
  {
    key: 'blue-flag',
    name: 'Blue Flag Club',
    motto: { en: 'Members since 1962', fr: 'Des membres depuis 1962' },
    algorithm: 'ES256',
    tokenHasProfile: false,
    isApple: false,
  },
  {
    key: 'apple',
    name: 'Apple',
    motto: { en: 'Stands for Sign in with Apple', fr: 'Représente « Se connecter avec Apple »' },
    algorithm: 'RS256',
    tokenHasProfile: true,
    isApple: true,
  },
];
