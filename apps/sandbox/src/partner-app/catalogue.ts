import type { Sandbox } from '../sandbox.ts';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly translationKey: string;
  /** Relative to the app's address. */
  readonly url: string;
  readonly display: 'page' | 'modal';
}

interface App {
  readonly id: string;
  readonly title: string;
  readonly translationKey: string;
  readonly enabled: boolean;
  readonly parts: readonly Part[];
}

/** The partner's apps: one with several parts, one with a single part, and one that is not ready for customers. */
export const apps: readonly App[] = [
  {
    id: 'tides-and-weather',
    title: 'Tides and weather',
    translationKey: 'partnerApps.tidesAndWeather',
    enabled: true,
    parts: [
      {
        id: 'tides',
        title: 'Tides at my berth',
        icon: 'tides',
        translationKey: 'partnerApps.tides',
        url: 'tides',
        display: 'page',
      },
      {
        id: 'weather',
        title: 'Weather',
        icon: 'weather',
        translationKey: 'partnerApps.weather',
        url: 'weather',
        display: 'page',
      },
      {
        id: 'warnings',
        title: 'Wind warnings',
        icon: 'warnings',
        translationKey: 'partnerApps.warnings',
        url: 'warnings',
        display: 'modal',
      },
    ],
  },
  {
    id: 'shore-power',
    title: 'Shore power',
    translationKey: 'partnerApps.shorePower',
    enabled: true,
    parts: [
      {
        id: 'meter',
        title: 'Shore power',
        icon: 'power',
        translationKey: 'partnerApps.shorePower',
        url: 'meter',
        display: 'page',
      },
    ],
  },
  { id: 'harbour-camera', title: 'Harbour camera', translationKey: '', enabled: false, parts: [] },
];

/** Returns the answer of `GET apps`: the addresses of the apps and their manifests, for one tenant. */
export function listApps({ origins }: Sandbox, tenantKey: string) {
  return apps.map(({ id, enabled }) => ({
    id,
    enabled,
    manifestUrl: `${origins.partnerApps}/manifests/${encodeURIComponent(tenantKey)}/${id}.json`,
    url: `${origins.partnerApps}/${id}/`,
  }));
}

/** Returns an app's manifest; undefined if it has none. */
export function manifestOf(appId: string) {
  const app = apps.find(({ id, enabled }) => id === appId && enabled);
  return app && { title: app.title, translationKey: app.translationKey, parts: { portal: app.parts } };
}
