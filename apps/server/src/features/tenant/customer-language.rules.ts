import type { Tenant } from '../../http/context.ts';

/** Returns the language of a customer's mails and papers: their login's if the marina offers it, else the default. */
export function languageOfCustomer(
  { settings: { culture } }: Pick<Tenant, 'settings'>,
  language: string | null,
): string {
  const isOffered = language !== null && culture.availableLanguages.includes(language);
  return isOffered ? language : culture.defaultLanguage;
}
