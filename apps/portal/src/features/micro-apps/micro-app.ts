import { useTranslation } from 'react-i18next';

/** A screen of an app that the portal frames. */
export interface MicroAppPart {
  id: string;
  title: string;
  icon: string;
  /** A key of the tenant's or the portal's texts. If there is no such text, the title is used. */
  translationKey: string;
  url: string;
  display: 'page' | 'modal';
}

/** A partner's app, as its manifest describes it. */
export interface MicroApp {
  id: string;
  title: string;
  translationKey: string;
  /** Has at least one part. */
  parts: readonly [MicroAppPart, ...MicroAppPart[]];
}

type MenuPart = Omit<MicroAppPart, 'url' | 'display'>;

/** An app as the menu names it. */
export interface MenuApp extends Omit<MicroApp, 'parts'> {
  parts: readonly [MenuPart, ...MenuPart[]];
}

/** An app of the list, before its manifest is read. */
export interface ListedApp {
  id: string;
  manifestUrl: string;
  url: string;
}

/** Checks if the portal may load from an address or frame it. */
export type IsAllowed = (address: URL) => boolean;

interface Named {
  title: string;
  translationKey: string;
}

/** Returns a function that names an app or a part: the text of its key if there is one, else its title. */
export function useAppText(): (named: Named) => string {
  const { t, i18n } = useTranslation();
  return ({ title, translationKey }) =>
    translationKey !== '' && i18n.exists(translationKey) ? t(translationKey) : title;
}
