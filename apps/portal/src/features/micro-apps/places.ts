import { slice } from '../../lib/storage.ts';

/** The number of this marina's apps when this tab last loaded their list. */
export const lastNumber = slice('microApps', (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 20 ? value : undefined,
);

/** Returns the places that the menu keeps for apps until their list is loaded, so that nothing moves when it comes. */
export const unloadedPlaces = (): null[] => Array.from({ length: lastNumber.read() ?? 0 }, () => null);
