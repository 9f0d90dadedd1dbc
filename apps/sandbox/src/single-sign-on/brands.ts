import type { Language } from '../http/language.ts';

/** A provider with which a marina's customers can sign in. */
export interface Brand {
  /** Names the provider in addresses, switches and the portal's settings. */
  readonly key: string;
  readonly name: string;
  readonly motto: Readonly<Record<Language, string>>;
  /** The algorithm that signs identity tokens. */
  readonly algorithm: 'RS256' | 'ES256';
  /** True if name and e-mail are in the identity token too; otherwise only the userinfo endpoint has them. */
  readonly tokenHasProfile: boolean;
  /** True if it differs from the standard as Apple documents: see `apple.ts`. */
  readonly isApple: boolean;
}

/**
 * Two providers keep to the standard, and differ where real ones differ: a client that works with one by luck fails
 * with the other. Apple differs from both.
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
