import { slice } from '../../lib/storage.ts';
import type { MenuApp, MicroAppPart } from './micro-app.ts';

/**
 * The names of this marina's apps when this tab last loaded all of them. The menu shows them until they are loaded
 * again, so that nothing moves when they come.
 */
export const lastApps = slice<readonly MenuApp[]>('microApps', (value) =>
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
