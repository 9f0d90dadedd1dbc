import { tabSlice } from '../../lib/browser/tab-storage.ts';
import { useTranslation } from '../../lib/texts/texts.ts';

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

/**
 * The names of this marina's apps when this tab last loaded all of them. The menu shows them until they are loaded
 * again, so that nothing moves when they come.
 */
export const lastApps = tabSlice<readonly MenuApp[]>('microApps', (value) =>
  Array.isArray(value) && value.length <= 20 && value.every(isApp) ? value : undefined,
);

/** Leaves out the addresses: the menu needs none, and only the marina's list says where an app is. */
export const namesOf = ({ id, title, translationKey, parts: [first, ...others] }: MenuApp): MenuApp => ({
  id,
  title,
  translationKey,
  parts: [nameOf(first), ...others.map(nameOf)],
});

const nameOf = ({ id, title, icon, translationKey }: MenuApp['parts'][number]) => ({ id, title, icon, translationKey });

const isApp = (value: unknown): value is MenuApp =>
  hasTexts(value, ['id', 'title', 'translationKey']) &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  value.parts.length > 0 &&
  value.parts.every((part) =>
    hasTexts(part, ['id', 'title', 'icon', 'translationKey'] satisfies (keyof MicroAppPart)[]),
  );

const hasTexts = (value: unknown, names: readonly string[]): value is object =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string');
