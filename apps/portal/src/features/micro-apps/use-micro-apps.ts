import { microAppOrigins, permitsMicroApp } from '@quayside/contract/tenant/micro-apps.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOffline } from '../../lib/browser/online.ts';
import { anySignal } from '../../lib/calls/any-signal.ts';
import { useTenant } from '../../lib/tenant.ts';
import { t } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { type IsAllowed, type ListedApp, lastApps, type MenuApp, type MicroApp, namesOf } from './micro-app.ts';
import { readAppList, readManifest } from './read-apps.ts';

/** The longest wait for a partner's server, in ms. */
const patience = 15_000;

export interface MicroApps {
  apps: readonly MicroApp[];
  /** The apps in the list's order, for the menu. An app that is still loading has the name that this tab knows. */
  menu: readonly MenuApp[];
  /** True while an app loads whose name this tab doesn't know. */
  isMenuPending: boolean;
  isPending: boolean;
  /** The list, or at least one app's manifest, could not be loaded. */
  hasFailed: boolean;
  /** Loads the failed parts again. The loaded ones stay. */
  retry: () => Promise<unknown>;
}

/**
 * Returns the partners' apps of this marina, in the list's order. They load once, and a failed app doesn't affect
 * the others.
 */
export function useMicroApps(): MicroApps {
  const tenant = useTenant();
  const list = useQuery(listQuery(tenant));
  const manifests = useQueries({ queries: (list.data ?? []).map((app) => manifestQuery(tenant, app)) });
  const [known] = useState(() => lastApps.read());
  const failed = [list, ...manifests].filter(({ isError }) => isError);
  const apps = manifests.flatMap(({ data }) => data ?? []);
  const isPending = list.isLoading || manifests.some((manifest) => manifest.isPending);
  const listed = list.data ?? [];
  const places = manifests.map(({ data, isError }, place) =>
    isError ? null : (data ?? known?.find(({ id }) => id === listed[place]?.id)),
  );
  const menu: readonly (MenuApp | null | undefined)[] = list.isLoading ? (known ?? [undefined]) : places;
  const isWhole = list.isSuccess && !isPending && failed.length === 0;
  const remember = useEffectEvent(() => lastApps.write(apps.map(namesOf)));
  useEffect(() => {
    if (isWhole) remember();
  }, [isWhole]);
  return {
    apps,
    menu: menu.flatMap((app) => app ?? []),
    isMenuPending: menu.includes(undefined),
    isPending,
    hasFailed: failed.length > 0,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** Loads once. The result stays until somebody asks for it again. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
};

const listQuery = (tenant: TenantConfig) =>
  queryOptions({
    ...once,
    queryKey: ['microApps', 'list'],
    enabled: tenant.microAppApi !== null,
    queryFn: ({ signal }) => loadList(tenant, signal),
    meta: { showsFailure: true },
  });

const manifestQuery = (tenant: TenantConfig, app: ListedApp) =>
  queryOptions({
    ...once,
    queryKey: ['microApps', 'manifest', app],
    queryFn: async ({ signal }) => readManifest(await load(app.manifestUrl, { signal }), app, allowedBy(tenant)),
    meta: { showsFailure: true },
  });

async function loadList(tenant: TenantConfig, signal: AbortSignal): Promise<ListedApp[]> {
  const base = (tenant.microAppApi ?? '').replace(/\/*$/, '/');
  const answer = await load(`${base}apps`, { signal, headers: { TenantKey: tenant.key } });
  return readAppList(answer, base, allowedBy(tenant)).filter(({ id }) => permitsMicroApp(tenant, id));
}

/** Allows the tenant's origins, but never the portal's own host, because an app there would share its cookies. */
function allowedBy(tenant: TenantConfig): IsAllowed {
  const origins = microAppOrigins(tenant);
  return ({ origin, hostname }) => origins.includes(origin) && hostname !== location.hostname;
}

/**
 * Loads JSON from a partner's server, without any data of the customer. A failure becomes a toast (decision C8.7).
 */
async function load(url: string, { signal, headers = {} }: { signal: AbortSignal; headers?: Record<string, string> }) {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers,
      signal: anySignal(signal, AbortSignal.timeout(patience)),
    });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return (await response.json()) as unknown;
  } catch (error) {
    if (!signal.aborted && !isOffline()) tellAppFailure();
    throw error;
  }
}

/** Shows the general error of an app that could not be loaded. */
export function tellAppFailure(): void {
  showToast({ kind: 'error', message: t('general.error') });
}
